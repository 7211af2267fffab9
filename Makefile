# `make` builds ./ssg. `make play` starts the game, `make test` runs every test;
# both set up what they need on a fresh machine.

CARGO ?= cargo

.PHONY: all play test lint bench verify clean

all: ssg

.PHONY: ssg
ssg:
	$(CARGO) build --release --locked --package ssg
	cp target/release/ssg ssg

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

test: lint
	$(CARGO) test --workspace --locked

# The tables and plots of docs/results/analog: half an hour of one core; stopped, it goes on.
.PHONY: results-analog
results-analog: ssg
	nice -n 10 ./ssg analog results --jobs 1

clean:
	$(CARGO) clean
	rm -f ssg
