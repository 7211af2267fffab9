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

clean:
	$(CARGO) clean
	rm -f ssg
