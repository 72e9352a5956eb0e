# The front door. Each target installs what it needs (tools/setup.sh), configures a preset of CMakePresets.json, builds, runs.
.DEFAULT_GOAL := help
.PHONY: help run build amalgamate test test-sanitize bench load fuzz format format-check lint

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
FLAGS ?=  # of `make run`: make run FLAGS='--port 6007'

# configure,PRESET: quiet unless it fails.
configure = @mkdir -p build && { cmake --preset $(1) > build/$(1)-configure.log 2>&1 || { cat build/$(1)-configure.log; exit 1; }; }
compile = cmake --build --preset $(1) -j $(JOBS)
SOURCES = $(shell find include src kinds tests bench fuzz -path tests/data -prune -o \( -name '*.cc' -o -name '*.h' \) -print | sort)

# Tests are left out: GoogleTest's macros are slow to analyse, and sanitizers watch them anyway.
LINTED = '^$(CURDIR)/(src|kinds|bench)/.*(?<!_test)(?<!_bench)(?<!_fuzz)\.cc$$'

# The thread sanitizer of our compilers cannot map its memory where the kernel randomises addresses with many bits.
NO_ASLR = $(shell setarch -R true 2>/dev/null && echo setarch -R)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## build, train a small network, and serve what it logs until CTRL+C
	@rm -rf build/demo-logs
	@exec build/release/sightglass demo --logdir build/demo-logs $(FLAGS)

build: ## build the program: build/release/sightglass
	@tools/setup.sh build
	$(call configure,release)
	$(call compile,release) --target sightglass

amalgamate: ## the writer library as one header and one source, in build/amalgamated
	python3 -B tools/amalgamate.py build/amalgamated

test: format-check ## build and run all tests
	@tools/setup.sh build test
	$(call configure,dev)
	$(call compile,dev)
	ctest --preset dev -j $(JOBS)

test-sanitize: ## the tests again under address, undefined-behaviour and thread sanitizers
	@tools/setup.sh build test sanitize
	$(call configure,asan-ubsan)
	$(call compile,asan-ubsan)
	ctest --preset asan-ubsan -j $(JOBS)
	$(call configure,tsan)
	$(call compile,tsan)
	$(NO_ASLR) ctest --preset tsan -j $(JOBS)

bench: build ## measure program and writer, side by side with TensorBoard and tensorboardX where they can be had
	@tools/setup.sh bench
	$(call configure,release)
	$(call compile,release) --target make_logs http_load writer_speed benchmarks
	python3 bench/run.py

load: build ## 1,000 listeners and 200 requests a second while 1 GB of logs appears
	$(call compile,release) --target make_logs http_load
	@mkdir -p build/bench-logs
	python3 tests/load/load_test.py --programs build/release --scratch build/bench-logs --full

fuzz: ## run each fuzzer for FUZZ_SECONDS (default 60)
	@tools/setup.sh build test fuzz
	$(call configure,fuzz)
	$(call compile,fuzz)
	tools/fuzz.sh build/fuzz $(FUZZ_SECONDS)

format: ## lay out all C++ files
	@tools/setup.sh test
	@clang-format-14 -i $(SOURCES)

format-check: ## fail if `make format` would change a file
	@tools/setup.sh test
	@clang-format-14 --dry-run -Werror $(SOURCES)

lint: ## clang-tidy over the program's own C++ files
	@tools/setup.sh build test lint
	$(call configure,dev)
	@run-clang-tidy-14 -quiet -j $(JOBS) -p build/dev -extra-arg=-Wno-unknown-warning-option $(LINTED) > build/lint.log 2>&1 \
	  || { grep -E '(warning|error):' -A 3 build/lint.log || cat build/lint.log; exit 1; }
