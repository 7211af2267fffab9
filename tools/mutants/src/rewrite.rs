//! A source file with all its mutants behind a switch.
//!
//! `a < b` becomes `(if on(7) {(a > b)} else if on(8) {(a == b)} else {(a < b)})`. One mutant is on at a time, so
//! the alternatives hold the plain text, and only the last branch the switches of what is inside.

use crate::list::Mutant;
use proc_macro2::Span;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A file as it stands in the switched copy.
pub struct Switched {
    pub text: String,
    /// Where in it each mutant's own words stand.
    pub places: Vec<(u32, Range<usize>)>,
}

/// Text that goes before and after a range of the source.
struct Wrap {
    range: Range<usize>,
    before: String,
    after: &'static str,
    /// Where in `before` the mutants' own words stand.
    own: Vec<(u32, Range<usize>)>,
}

struct Finder<'a> {
    text: &'a str,
    sites: HashMap<(&'a str, usize), Vec<(u32, &'a Mutant)>>,
    wraps: Vec<Wrap>,
}

/// Puts the mutants of one file behind the switch. Mutants for which there is no place (in constants, say) are
/// left out of `places`.
pub fn switched(text: &str, mutants: &[(u32, &Mutant)]) -> syn::Result<Switched> {
    let mut finder = Finder {
        text,
        sites: HashMap::new(),
        wraps: Vec::new(),
    };
    for &(id, mutant) in mutants {
        let site = (&*mutant.genre, mutant.span.start.offset(text));
        finder.sites.entry(site).or_default().push((id, mutant));
    }
    finder.visit_file(&syn::parse_file(text)?);
    Ok(render(text, &finder.wraps))
}

fn render(text: &str, wraps: &[Wrap]) -> Switched {
    // At one place: what ends there, innermost first; insertions; what begins there, outermost first.
    let mut events = Vec::new();
    for (number, wrap) in wraps.iter().enumerate() {
        let Range { start, end } = wrap.range;
        if start < end {
            events.push((start, 2, usize::MAX - end, number));
            events.push((end, 0, usize::MAX - start, usize::MAX - number));
        } else {
            events.push((start, 1, number, number));
        }
    }
    events.sort_unstable();
    let mut out = Switched {
        text: String::new(),
        places: Vec::new(),
    };
    let mut at = 0;
    for (place, kind, _, number) in events {
        out.text += &text[at..place];
        at = place;
        if kind == 0 {
            out.text += wraps[usize::MAX - number].after;
        } else {
            let shift = out.text.len();
            let own = wraps[number].own.iter();
            out.places
                .extend(own.map(|(id, range)| (*id, range.start + shift..range.end + shift)));
            out.text += &wraps[number].before;
        }
    }
    out.text += &text[at..];
    out
}

fn range(span: Span) -> Range<usize> {
    span.byte_range()
}

impl<'a> Finder<'a> {
    fn at(&self, genre: &'a str, start: usize) -> Vec<(u32, &'a Mutant)> {
        self.sites.get(&(genre, start)).cloned().unwrap_or_default()
    }

    /// An expression with its alternatives.
    fn choose(&mut self, range: Range<usize>, label: &str, alternatives: &[(u32, String)]) {
        if alternatives.is_empty() {
            return;
        }
        let mut before = format!("{label}(");
        let mut own = Vec::new();
        for (id, alternative) in alternatives {
            let start = before.len();
            let branch = format!("if crate::mutate::on({id}) {{({alternative})}} else ");
            before += &branch;
            own.push((*id, start..before.len()));
        }
        before += "{(";
        self.wraps.push(Wrap {
            range,
            before,
            after: ")})",
            own,
        });
    }

    fn insert(&mut self, at: usize, id: u32, before: String) {
        let own = vec![(id, 0..before.len())];
        self.wraps.push(Wrap {
            range: at..at,
            before,
            after: "",
            own,
        });
    }

    fn body(&mut self, block: &syn::Block) {
        let Some(first) = block.stmts.first() else {
            return;
        };
        let start = range(first.span()).start;
        for (id, mutant) in self.at("FnValue", start) {
            let value = mutant.replacement.trim();
            let value = if value == "()" { "" } else { value };
            self.insert(
                start,
                id,
                format!("if crate::mutate::on({id}) {{ return {value}; }} "),
            );
        }
    }

    /// An expression with other operators in the place of its own.
    fn choose_operator(&mut self, genre: &'a str, whole: Range<usize>, operator: &Range<usize>) {
        let mutants = self.at(genre, operator.start);
        let others = mutants
            .iter()
            .map(|(id, mutant)| (*id, self.with(&whole, operator, &mutant.replacement)));
        let others: Vec<_> = others.collect();
        self.choose(whole, "", &others);
    }

    /// The text of `whole` with another text in the place of `part`.
    fn with(&self, whole: &Range<usize>, part: &Range<usize>, other: &str) -> String {
        [
            &self.text[whole.start..part.start],
            other,
            &self.text[part.end..whole.end],
        ]
        .concat()
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.body(&function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.body(&function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.body(block);
        }
        visit::visit_trait_item_fn(self, function);
    }

    // Constants, and lengths in types, are computed before any switch is read.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_expr_repeat(&mut self, array: &'ast syn::ExprRepeat) {
        self.visit_expr(&array.expr);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let (whole, operator) = (range(binary.span()), range(binary.op.span()));
        // A `let` cannot move into a branch; nor can it stand beside `||`, so nothing is lost.
        if !has_let(&binary.left) && !has_let(&binary.right) {
            self.choose_operator("BinaryOperator", whole, &operator);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        let (whole, operator) = (range(unary.span()), range(unary.op.span()));
        self.choose_operator("UnaryOperator", whole, &operator);
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_struct(&mut self, expression: &'ast syn::ExprStruct) {
        for field in &expression.fields {
            let (whole, Some(rest)) = (range(field.span()), &expression.rest) else {
                continue;
            };
            let (syn::Member::Named(name), value) = (&field.member, range(field.expr.span()))
            else {
                continue;
            };
            let label = if field.colon_token.is_some() {
                String::new()
            } else {
                format!("{name}: ")
            };
            let mutants = self.at("StructField", whole.start);
            let others = mutants
                .iter()
                .map(|(id, _)| (*id, format!("({}).{name}", &self.text[range(rest.span())])));
            self.choose(value, &label, &others.collect::<Vec<_>>());
        }
        visit::visit_expr_struct(self, expression);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let gone = self.at("MatchArm", range(arm.span()).start);
        if let Some((_, guard)) = &arm.guard {
            let guard = range(guard.span());
            let others = self.at("MatchArmGuard", guard.start);
            let mut others: Vec<_> = others
                .iter()
                .map(|(id, mutant)| (*id, mutant.replacement.clone()))
                .collect();
            others.extend(gone.iter().map(|(id, _)| (*id, "false".to_owned())));
            self.choose(guard, "", &others);
        } else if let Some(&(id, _)) = gone.first() {
            self.insert(
                range(arm.pat.span()).end,
                id,
                format!(" if !crate::mutate::on({id})"),
            );
        }
        visit::visit_arm(self, arm);
    }
}

fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        syn::Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

/// The mutants that have a place.
pub fn placed(file: &Switched) -> HashSet<u32> {
    file.places.iter().map(|place| place.0).collect()
}
