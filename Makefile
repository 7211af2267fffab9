# `make` builds ./ssg. `make play` starts the game, `make test` runs every test;
# both set up what they need on a fresh machine.

CARGO ?= cargo
# Labels and sweeps over several hosts (docs/cluster.md); `make FEATURES=` leaves them out.
FEATURES ?= --features ssg/cluster

.PHONY: all play test lint bench verify clean

all: ssg

.PHONY: ssg
ssg:
	$(CARGO) build --release --locked --package ssg $(FEATURES)
	cp target/release/ssg ssg

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked $(FEATURES) -- -D warnings

test: lint
	$(CARGO) test --workspace --locked $(FEATURES)
	$(MAKE) test-page

# Builds the program and opens the page on this machine.
play: ssg
	./ssg serve

# The page: its types, its state, and everything in a real browser.
CHROMIUM ?= /usr/bin/chromium
INSTALL = apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq
NPM_READY = e2e/node_modules/.package-lock.json

.PHONY: test-page screenshots
test-page: $(CHROMIUM) $(NPM_READY)
	$(CARGO) build --locked --package ssg $(FEATURES)
	cd e2e && npm run --silent check
	cd e2e && npm run --silent unit
	cd e2e && SSG=$(CURDIR)/target/debug/ssg npm run --silent browser

$(NPM_READY): e2e/package-lock.json
	@command -v npm > /dev/null || { $(INSTALL) nodejs npm; }
	cd e2e && npm ci --ignore-scripts --no-audit --no-fund

$(CHROMIUM):
	@command -v apt-get > /dev/null || { echo "the browser tests need Chromium: set CHROMIUM=/path/to/it"; exit 1; }
	$(INSTALL) chromium

# The pictures of the README.
screenshots: ssg $(CHROMIUM) $(NPM_READY)
	cd e2e && node screenshots.mjs

.PHONY: bench-page
bench: bench-page
bench-page: ssg $(CHROMIUM) $(NPM_READY)
	cd e2e && node bench.mjs 100000
	cd e2e && node latency.mjs

# The solver, the readers and the referee, each against a yardstick in the same run.
.PHONY: bench-scale bench-formats bench-referee
bench: bench-scale bench-formats bench-referee
bench-scale:
	$(CARGO) bench --locked --package switchyard-games --bench scale
bench-formats:
	$(CARGO) bench --locked --package switchyard-games --bench formats
bench-referee:
	$(CARGO) bench --locked --package ssg --bench referee

# Whole games of the perfect player to a million edges: about half an hour.
.PHONY: bench-playing
bench: bench-playing
bench-playing:
	$(CARGO) bench --locked --package switchyard-games --bench playing

# Two spanning trees, against Sage's Roskind–Tarjan. Sage's packages (550 MB) go outside the tree.
SAGE ?= $(HOME)/.cache/switchyard/sage
.PHONY: bench-sage
bench-sage: $(SAGE)/.ready
	SAGE_PYTHON=$(SAGE)/bin/python $(CARGO) bench --locked --package switchyard-games --bench sage

$(SAGE)/.ready:
	python3 -m venv $(SAGE)
	$(SAGE)/bin/python -m pip install --quiet passagemath-graphs passagemath-combinat
	touch $@

# Shannon's robot: the sweeps of docs/analog.md; quotas to M = 12 against rational arithmetic.
.PHONY: bench-analog verify-analog
bench: bench-analog
bench-analog:
	$(CARGO) bench --locked --package switchyard-experiments --bench analog

# Everything against exhaustive search, on all cores: docs/trust.md. Stopped, it goes on.
.PHONY: verify-games
verify: verify-games
verify-games: ssg
	./ssg verify --log target/verify.ndjson

verify: verify-analog
verify-analog:
	$(CARGO) test --locked --release --package switchyard-experiments --test quota -- --ignored

# The tables and plots of docs/results/analog: half an hour of one core; stopped, it goes on.
.PHONY: results-analog
results-analog: ssg
	nice -n 10 ./ssg analog results --jobs 1

# Labels of digraphs, against one pass over their arcs: about five minutes.
bench: bench-coins
.PHONY: bench-coins
bench-coins:
	$(CARGO) bench --locked --package switchyard-games --bench coins

# Labels by several processes, up to 10⁸ arcs, against the engine of one machine.
.PHONY: bench-cluster
bench: bench-cluster
bench-cluster:
	$(CARGO) bench --locked --package switchyard-cluster --bench cluster

# Trust: see docs/trust.md. The tools these need are installed outside the tree.
TOOLS ?= $(HOME)/.cache/switchyard
NIGHTLY ?= nightly
FUZZ_MINUTES ?= 20
FUZZ_TARGETS ?= networks certificates coins labels dialogue wire
FUZZ = PATH="$(TOOLS)/bin:$$PATH" $(CARGO) +$(NIGHTLY) fuzz

.PHONY: fuzz fuzz-minimise slow fire schemathesis deny sanitize panics msrv
fuzz: $(TOOLS)/bin/cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
	  mkdir -p target/fuzz/$$target; \
	  $(FUZZ) run $$target target/fuzz/$$target fuzz/corpus/$$target -- -timeout=25 -rss_limit_mb=4096 \
	    -print_final_stats=1 -max_total_time=$$(( $(FUZZ_MINUTES) * 60 )) || exit 1; \
	done

# What the fuzzers found goes into the corpora, as few files as reach the same code.
fuzz-minimise: $(TOOLS)/bin/cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
	  rm -rf target/fuzz/$$target.least; mkdir -p target/fuzz/$$target target/fuzz/$$target.least; \
	  $(FUZZ) run $$target target/fuzz/$$target.least fuzz/corpus/$$target target/fuzz/$$target -- \
	    -set_cover_merge=1 -use_counters=0 || exit 1; \
	  rm -r fuzz/corpus/$$target; mv target/fuzz/$$target.least fuzz/corpus/$$target; \
	done

fire:
	$(CARGO) test --locked --package ssg $(FEATURES) --test fire -- --include-ignored --nocapture --test-threads=1

# Texts made to be slow to read.
slow:
	$(CARGO) build --locked --package ssg $(FEATURES)
	python3 fuzz/slow.py target/debug/ssg

EXAMPLES ?= 100
schemathesis: $(TOOLS)/schemathesis/bin/schemathesis
	$(CARGO) build --locked --package ssg $(FEATURES)
	fuzz/schemathesis.sh target/debug/ssg $(TOOLS)/schemathesis/bin/schemathesis $(EXAMPLES)

# Licences, bans, duplicates and sources; advisories where their database can be fetched.
deny: $(TOOLS)/bin/cargo-deny
	$(TOOLS)/bin/cargo-deny --locked check licenses bans sources
	$(TOOLS)/bin/cargo-deny --locked check advisories || echo "advisories: not checked, or see above"

# What the tests would not notice, file by file: docs/mutants.md. Stopped, it goes on; about an hour.
.PHONY: mutants
mutants: $(TOOLS)/bin/cargo-mutants
	$(CARGO) run --locked --manifest-path mutants/Cargo.toml --target-dir target/mutation/tool -- --tool $< $(MUTANTS)

# The readers and engines that hold `unsafe`, and what maps files, with every memory access checked.
sanitize:
	RUSTFLAGS=-Zsanitizer=address $(CARGO) +$(NIGHTLY) test --locked --target $$(rustc -vV | sed -n 's/host: //p') \
	  --target-dir target/sanitize --package switchyard-games --lib -- coins:: analog::
	RUSTFLAGS=-Zsanitizer=address $(CARGO) +$(NIGHTLY) test --locked --target $$(rustc -vV | sed -n 's/host: //p') \
	  --target-dir target/sanitize --package switchyard-cluster --package ssg --lib -- shards:: corruption_tests:: input:: durable::

# Every place on the input side that panics if its text is wrong: docs/trust.md says why none is.
PANICS = unwrap_used expect_used panic unreachable todo unimplemented
panics:
	$(CARGO) clippy --locked --package switchyard-games --package switchyard-files --package switchyard-cluster --package ssg --lib --bins $(FEATURES) \
	  --message-format=short -- -A clippy::all -A clippy::pedantic $(PANICS:%=-W clippy::%) 2>&1 \
	  | grep -E '^crates/(switchyard/src/(format|coins/(io|names))|cluster|files|ssg)[/.].* (used|usage)'

# The oldest compiler that is promised; `make lint` asks clippy the same.
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
