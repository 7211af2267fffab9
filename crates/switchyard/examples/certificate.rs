//! Prints the certificate of a verdict, checks it, and shows that a changed one is refused.
//!
//! `cargo run --example certificate`

use std::error::Error;
use switchyard::certificate::{Opening, Proof};
use switchyard::{Certificate, Network, Position, Side, check};

fn print(side: Side, Opening { edge, proof }: &Opening) {
    println!("{side} plays {edge}, and then has");
    match proof {
        Proof::Short(trees) => {
            println!("  trees {:?} on {:?}", trees.trees, trees.vertices);
        }
        Proof::Cut(forests) => {
            println!(
                "  forests {:?}, classes {:?}",
                forests.forests, forests.classes
            );
        }
    }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let network = Network::from_pairs(4, (0, 3), &[(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)])?;
    let position = Position::new(network);
    let certificate = position.solve().certificate;
    check(&position, &certificate)?;

    let Certificate::First { short, cut } = certificate else {
        return Err("the side that moves first wins this network".into());
    };
    print(Side::Short, &short);
    print(Side::Cut, &cut);

    // The two proofs exchanged: the checker says what is wrong.
    let wrong = Certificate::First {
        short: Opening {
            proof: cut.proof.clone(),
            ..short.clone()
        },
        cut: Opening {
            proof: short.proof,
            ..cut
        },
    };
    let reason = check(&position, &wrong).expect_err("the proofs are for the other sides");
    println!("exchanged: {reason}");
    Ok(())
}
