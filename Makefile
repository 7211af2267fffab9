# `make` builds ./ssg. `make play` starts the game, `make test` runs every test;
# both set up what they need on a fresh machine.

CARGO ?= cargo
# Labels and sweeps over several hosts (docs/cluster.md); `make FEATURES=` leaves them out.
FEATURES ?= --features ssg/cluster
# All builds of the tests select the whole workspace: with other packages selected, the crates they share would have
# other features, and be compiled again.
BUILD = $(CARGO) build --workspace --locked $(FEATURES)
# What make tells the makes that it starts is not meant for the programs that tests start.
unexport MAKEFLAGS MFLAGS

.PHONY: all play test lint bench verify clean

all: ssg

.PHONY: ssg
ssg:
	$(CARGO) build --release --locked --package ssg $(FEATURES)
	# A rename replaces the program even while the old one is running.
	cp target/release/ssg ssg.tmp && mv -f ssg.tmp ssg

lint: lint-page
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path tools/mutants/Cargo.toml --check
	$(CARGO) clippy --workspace --all-targets --locked $(FEATURES) -- -D warnings
	RUSTDOCFLAGS=-Dwarnings $(CARGO) doc --workspace --no-deps --locked $(FEATURES)

# The library with no feature, each one alone, and all of them: for this machine, and for the browser.
LIBRARY_FEATURES = formats generate coins analog parallel serde
WASM := $(shell rustc --print target-libdir --target wasm32-unknown-unknown)
LIBRARY = --locked --package switchyard-games --lib --no-default-features
.PHONY: features
features: | $(WASM)
	for features in "" $(LIBRARY_FEATURES) "$(LIBRARY_FEATURES)"; do \
	  echo "features: $${features:-none}"; \
	  $(CARGO) clippy --quiet $(LIBRARY) --features "$$features" -- -D warnings || exit 1; \
	  $(CARGO) check --quiet $(LIBRARY) --features "$$features" --target wasm32-unknown-unknown || exit 1; \
	done

$(WASM):
	rustup target add wasm32-unknown-unknown

# The engine of the page for the browser: engine.wasm, and first.wasm for a first game. The paths of this machine do not
# belong into what is given away.
ENGINES = target/wasm32-unknown-unknown/wasm/examples
.PHONY: engine
engine: | $(WASM)
	RUSTFLAGS="--remap-path-prefix=$(CURDIR)=. --remap-path-prefix=$${CARGO_HOME:-$$HOME/.cargo}=cargo" \
	  $(CARGO) build --locked --profile wasm --target wasm32-unknown-unknown --package switchyard-wasm \
	  --example engine --example first

# The whole page as a static site, for any folder of any host (docs/page.md): dist/.
.PHONY: site
site: engine
	CARGO_BUILD_BUILD_DIR=target $(CARGO) doc --quiet --locked --package switchyard-games --all-features --no-deps \
	  --target-dir target/site
	$(BUILD) --quiet --bin switchyard-site
	target/debug/switchyard-site . $(ENGINES) target/site/doc dist

.PHONY: lint-page format
lint-page: e2e/node_modules/.package-lock.json
	e2e/node_modules/.bin/prettier --check --log-level warn page e2e crates/site/assets crates/documents/assets
	e2e/node_modules/.bin/eslint --config e2e/eslint.config.mjs page e2e
	cd e2e && npm run --silent check

format: e2e/node_modules/.package-lock.json
	$(CARGO) fmt --all
	e2e/node_modules/.bin/prettier --write --log-level warn page e2e crates/site/assets crates/documents/assets

# Two or three things at a time: compilers, browsers and games with clocks wait as much as they compute. More would be too
# much for the tests of clocks and limits, which are in test-rust. The output of each is printed when it ends.
TOGETHER = $(MAKE) --no-print-directory --output-sync=line
test:
	$(TOGETHER) -j3 lint engine $(PYTHON_ENV)/.ready $(CHROMIUM)
	$(CARGO) test --workspace --locked $(FEATURES) --no-run
	$(MAKE) --no-print-directory page-ready
	$(TOGETHER) -j2 test-rust test-page-engines test-page-site test-python features test-engine test-page-unit

.PHONY: test-rust
test-rust:
	$(CARGO) test --workspace --locked $(FEATURES)
	$(CARGO) test --locked --manifest-path tools/mutants/Cargo.toml --target-dir target/mutation/tool

# Builds the program, starts the page on this machine, prints its address, and opens it where there is a browser. Where
# the site has been built, it is brought up to date and served: then the page has an engine of its own, too.
BUILT = $(wildcard dist/index.html)
play: ssg $(if $(BUILT),site)
	tools/play.sh $(if $(BUILT),--site dist) $(PLAY)

# The page: its types, its state, and everything in a real browser.
CHROMIUM ?= /usr/bin/chromium
INSTALL = apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq
NPM_READY = e2e/node_modules/.package-lock.json

# The engine for the browser against the native one: the same answers, byte for byte.
.PHONY: test-engine
test-engine: engine $(NPM_READY)
	$(BUILD) --example native
	cd e2e && npm run --silent engine

# test-page-browser asks the server, test-page-worker the engine inside the browser. How the page starts, waits and keeps
# its state depends on the engine; what it makes of the answers does not, for they are the same (test-engine), and is
# tested once (e2e/once).
PAGE_TEST = cd e2e && SSG=$(CURDIR)/target/debug/ssg npm run --silent
PAGE_TESTS = test-page-browser test-page-worker test-page-site test-page-unit
.PHONY: test-page test-page-engines page-ready $(PAGE_TESTS) screenshots
test-page: $(PAGE_TESTS)

# One after the other: each has two browsers.
test-page-engines: page-ready
	$(PAGE_TEST) browser
	$(PAGE_TEST) worker

page-ready: site $(CHROMIUM) $(NPM_READY)
	$(BUILD) --bin ssg

$(PAGE_TESTS): page-ready
	$(PAGE_TEST) $(@:test-page-%=%)

$(NPM_READY): e2e/package-lock.json
	@command -v npm > /dev/null || { $(INSTALL) nodejs npm; }
	cd e2e && npm ci --ignore-scripts --no-audit --no-fund

$(CHROMIUM):
	@command -v apt-get > /dev/null || { echo "the browser tests need Chromium: set CHROMIUM=/path/to/it"; exit 1; }
	$(INSTALL) chromium

# The Python package, from its wheel: docs/python.md. PYTHON chooses the interpreter.
PYTHON ?= python3
PYTHON_ENV = target/python
.PHONY: wheel test-python bench-python
SWITCHYARD_PROFILE ?= release
wheel: $(PYTHON_ENV)/.ready
	rm -rf target/wheels
	SWITCHYARD_PROFILE=$(SWITCHYARD_PROFILE) PATH="$(CURDIR)/$(PYTHON_ENV)/bin:$$PATH" $(PYTHON_ENV)/bin/pip wheel \
	  --quiet --no-build-isolation --no-deps --wheel-dir target/wheels .

# The tests' profile builds faster.
test-python: SWITCHYARD_PROFILE = dev
test-python: wheel
	$(PYTHON_ENV)/bin/pip install --quiet --force-reinstall --no-deps target/wheels/*.whl
	$(PYTHON_ENV)/bin/python -m pytest

# open_spiel has no wheels for some systems: its tests are skipped there.
$(PYTHON_ENV)/.ready: crates/python/requirements.txt
	$(PYTHON) -m venv $(PYTHON_ENV)
	$(PYTHON_ENV)/bin/pip install --quiet --no-compile -r crates/python/requirements.txt
	$(PYTHON_ENV)/bin/pip install --quiet --only-binary :all: open_spiel || echo "open_spiel: not installed"
	touch $@

# Graphs to and from networkx, igraph, scipy, graphviz and nauty: hundreds of round trips.
FORMATS = $(CURDIR)/target/formats
GRAPHS ?= 200
.PHONY: test-formats
test-formats: $(FORMATS)/.ready
	$(BUILD) --bin ssg
	$(FORMATS)/bin/python tools/formats/round_trips.py target/debug/ssg --graphs $(GRAPHS)

$(FORMATS)/.ready: tools/formats/requirements.txt
	@{ command -v geng || command -v nauty-geng; } > /dev/null && command -v dot > /dev/null || { $(INSTALL) nauty graphviz; }
	python3 -m venv $(FORMATS)
	$(FORMATS)/bin/python -m pip install --quiet -r tools/formats/requirements.txt
	touch $@

# The pictures of the README.
screenshots: ssg $(CHROMIUM) $(NPM_READY)
	cd e2e && node screenshots.mjs

# The engine in Chromium and natively, in one run: a table of docs/page.md.
.PHONY: bench-engine
bench: bench-engine
bench-engine: site $(CHROMIUM) $(NPM_READY)
	$(CARGO) build --release --locked --package switchyard-wasm --example native
	cd e2e && node engine-bench.mjs

.PHONY: bench-page
bench: bench-page
bench-page: ssg $(CHROMIUM) $(NPM_READY)
	cd e2e && node bench.mjs 100000
	cd e2e && node latency.mjs

# The solver, the readers and the referee, each as a ratio within the same run.
.PHONY: bench-scale bench-formats bench-referee
bench: bench-scale bench-formats bench-referee
# Some hours at full size; SCALE="--max 1e6 --only ws-6-.05,delaunay" makes less of it (benches/scale.rs).
SCALE ?= --md
bench-scale:
	$(CARGO) bench --locked --package switchyard-games --all-features --bench scale -- $(SCALE)
bench-formats:
	$(CARGO) bench --locked --package switchyard-games --all-features --bench formats
bench-referee:
	$(CARGO) bench --locked --package ssg --bench referee

# Networks on which the solver is slow, by mutating recipes of generators; SEARCH='--recipe "…"' rebuilds one.
MINUTES ?= 5
SEARCH ?= --minutes $(MINUTES)
.PHONY: search-slow
search-slow:
	$(CARGO) bench --locked --package switchyard-games --all-features --bench search -- $(SEARCH)

# Whole games of the perfect player to a million edges: about half an hour.
.PHONY: bench-playing
bench: bench-playing
bench-playing:
	$(CARGO) bench --locked --package switchyard-games --all-features --bench playing

# Two spanning trees, compared with Sage's Roskind–Tarjan. Sage's packages (550 MB) are installed outside the tree.
SAGE ?= $(HOME)/.cache/switchyard/sage
.PHONY: bench-sage
bench-sage: $(SAGE)/.ready
	SAGE_PYTHON=$(SAGE)/bin/python $(CARGO) bench --locked --package switchyard-games --all-features --bench sage

$(SAGE)/.ready:
	python3 -m venv $(SAGE)
	$(SAGE)/bin/python -m pip install --quiet passagemath-graphs passagemath-combinat
	touch $@

# The package against the Rust library and against other packages: the tables of docs/python.md.
bench: bench-python
bench-python: wheel $(SAGE)/.ready
	$(PYTHON_ENV)/bin/pip install --quiet --force-reinstall --no-deps target/wheels/*.whl
	$(CARGO) build --release --locked --package switchyard-python --example rust_side
	$(PYTHON_ENV)/bin/python crates/python/bench/bench.py --sage $(SAGE)/bin/python --rust target/release/examples/rust_side

# Shannon's robot: the sweeps of docs/analog.md; quotas to M = 12 against rational arithmetic.
.PHONY: bench-analog verify-analog
bench: bench-analog
bench-analog:
	$(CARGO) bench --locked --package switchyard-experiments --bench analog

# Everything against exhaustive search, on all cores: docs/trust.md. An interrupted run resumes.
.PHONY: verify-games
verify: verify-games
verify-games: ssg
	./ssg verify --log target/verify.ndjson

verify: verify-analog
verify-analog:
	$(CARGO) test --locked --release --package switchyard-experiments --test quota -- --ignored

# The tables and plots of docs/results/analog: half an hour on one core; an interrupted run resumes.
.PHONY: results-analog
results-analog: ssg
	nice -n 10 ./ssg analog results --jobs 1

# Labels of digraphs, as a ratio to one pass over their arcs: about five minutes.
bench: bench-coins
.PHONY: bench-coins
bench-coins:
	$(CARGO) bench --locked --package switchyard-games --all-features --bench coins

# Labels by several processes, up to 10⁸ arcs, compared with the engine for one machine.
.PHONY: bench-cluster
bench: bench-cluster
bench-cluster:
	$(CARGO) bench --locked --package switchyard-cluster --bench cluster

# Trust: see docs/trust.md. The tools these need are installed outside the tree.
TOOLS ?= $(HOME)/.cache/switchyard
NIGHTLY ?= nightly
FUZZ_MINUTES ?= 20
FUZZ_TARGETS ?= networks certificates coins labels dialogue wire
# Corpora are packed, one file per target; libFuzzer wants directories.
CORPUS = $(CARGO) run --quiet --locked --package fuzz-targets --bin corpus --
UNPACK = rm -rf target/fuzz/$$target.corpus; $(CORPUS) unpack fuzz/corpus/$$target.corpus target/fuzz/$$target.corpus
FUZZ = PATH="$(TOOLS)/bin:$$PATH" $(CARGO) +$(NIGHTLY) fuzz

.PHONY: fuzz fuzz-minimise slow fire schemathesis deny sanitize panics msrv
fuzz: $(TOOLS)/bin/cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
	  mkdir -p target/fuzz/$$target; $(UNPACK) || exit 1; \
	  $(FUZZ) run $$target target/fuzz/$$target target/fuzz/$$target.corpus -- -timeout=25 -rss_limit_mb=4096 \
	    -print_final_stats=1 -max_total_time=$$(( $(FUZZ_MINUTES) * 60 )) || exit 1; \
	done

# Adds what the fuzzers found to the corpora: as few inputs as reach the same code.
fuzz-minimise: $(TOOLS)/bin/cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
	  rm -rf target/fuzz/$$target.least; mkdir -p target/fuzz/$$target target/fuzz/$$target.least; $(UNPACK) || exit 1; \
	  $(FUZZ) run $$target target/fuzz/$$target.least target/fuzz/$$target.corpus target/fuzz/$$target -- \
	    -set_cover_merge=1 -use_counters=0 || exit 1; \
	  $(CORPUS) pack target/fuzz/$$target.least fuzz/corpus/$$target.corpus || exit 1; \
	done

fire:
	$(CARGO) test --locked --package ssg $(FEATURES) --test fire -- --include-ignored --nocapture --test-threads=1

# Texts that are made to be slow to read.
slow:
	$(CARGO) build --locked --package ssg $(FEATURES)
	python3 fuzz/slow.py target/debug/ssg

EXAMPLES ?= 100
schemathesis: $(TOOLS)/schemathesis/bin/schemathesis
	$(CARGO) build --locked --package ssg $(FEATURES)
	fuzz/schemathesis.sh target/debug/ssg $(TOOLS)/schemathesis/bin/schemathesis $(EXAMPLES)

# Licences, bans, duplicates and sources; advisories if their database can be fetched.
deny: $(TOOLS)/bin/cargo-deny
	$(TOOLS)/bin/cargo-deny --locked check licenses bans sources
	$(TOOLS)/bin/cargo-deny --locked check advisories || echo "advisories: not checked, or see above"

# Changes of the library that no test would notice: tools/mutants/README.md. An interrupted run resumes.
.PHONY: mutants
mutants: $(TOOLS)/bin/cargo-mutants
	$(CARGO) run --locked --manifest-path tools/mutants/Cargo.toml --target-dir target/mutation/tool -- --tool $< $(MUTANTS)

# AddressSanitizer on the readers and engines that contain `unsafe`, and on what maps files.
sanitize:
	RUSTFLAGS=-Zsanitizer=address $(CARGO) +$(NIGHTLY) test --locked --target $$(rustc -vV | sed -n 's/host: //p') \
	  --target-dir target/sanitize --package switchyard-games --all-features --lib -- coins:: analog::
	RUSTFLAGS=-Zsanitizer=address $(CARGO) +$(NIGHTLY) test --locked --target $$(rustc -vV | sed -n 's/host: //p') \
	  --target-dir target/sanitize --package switchyard-cluster --package ssg --lib -- shards:: corruption_tests:: input:: durable::

# Every place on the input side that could panic: docs/trust.md says why none does.
PANICS = unwrap_used expect_used panic unreachable todo unimplemented
panics:
	$(CARGO) clippy --locked --package switchyard-games --package switchyard-files --package switchyard-cluster --package switchyard-answers --package ssg \
	  --lib --bins $(FEATURES) \
	  --message-format=short -- -A clippy::all -A clippy::pedantic $(PANICS:%=-W clippy::%) 2>&1 \
	  | grep -E '^crates/(switchyard/src/(format|coins/(io|names))|cluster|files|answers|ssg)[/.].* (used|usage)'

# The oldest supported compiler; clippy checks the same in `make lint`.
MSRV = $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
msrv:
	rustup toolchain install --profile minimal $(MSRV)
	$(CARGO) +$(MSRV) check --locked --workspace --all-targets $(FEATURES) --target-dir target/msrv

$(TOOLS)/bin/cargo-%:
	$(CARGO) install --locked --root $(TOOLS) cargo-$*
$(TOOLS)/schemathesis/bin/schemathesis:
	python3 -m venv $(TOOLS)/schemathesis
	$(TOOLS)/schemathesis/bin/pip install --quiet schemathesis

clean:
	$(CARGO) clean
	rm -f ssg
