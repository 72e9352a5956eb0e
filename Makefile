# The front door. Each target installs what it needs (tools/setup.sh), configures a preset of CMakePresets.json, builds, runs.
.DEFAULT_GOAL := help
.PHONY: help run build web web-dev amalgamate test test-web test-sanitize bench load fuzz format format-check lint

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
FLAGS ?=  # of `make run`: make run FLAGS='--port 6007'

# configure,PRESET: quiet unless it fails.
configure = @mkdir -p build && { cmake --preset $(1) > build/$(1)-configure.log 2>&1 || { cat build/$(1)-configure.log; exit 1; }; }
NPM = npm run --silent
compile = cmake --build --preset $(1) -j $(JOBS)
SOURCES = $(shell find include src kinds tests bench fuzz -path tests/data -prune -o \( -name '*.cc' -o -name '*.h' \) -print | sort)

# The thread sanitizer of our compilers cannot map its memory where the kernel randomises addresses with many bits.
NO_ASLR = $(shell setarch -R true 2>/dev/null && echo setarch -R)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## build, train a small network, and serve what it logs until CTRL+C
	@rm -rf build/demo-logs
	@exec build/release/sightglass demo --logdir build/demo-logs $(FLAGS)

build: ## build the program: build/release/sightglass
	@tools/setup.sh build web
	$(call configure,release)
	$(call compile,release) --target sightglass

# CMake installs them too, when it builds the page; what needs no program does not wait for that.
node_modules/.package-lock.json: package-lock.json
	@tools/setup.sh web
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

web: node_modules/.package-lock.json ## build the page alone: build/web/dist
	$(NPM) build

web-dev: build node_modules/.package-lock.json ## the page with hot reload, against a demo or SIGHTGLASS_SERVER=URL
	@tools/web_dev.sh

amalgamate: ## the writer library as one header and one source, in build/amalgamated
	python3 -B tools/amalgamate.py build/amalgamated

test: format-check ## build and run all tests
	@tools/setup.sh build web test browser
	$(call configure,dev)
	$(call compile,dev)
	ctest --preset dev -j $(JOBS)
	$(MAKE) --no-print-directory test-web

test-web: node_modules/.package-lock.json ## the tests of the page; those in the browser need build/dev/sightglass or SIGHTGLASS_BIN
	@tools/setup.sh web browser
	$(NPM) check
	$(NPM) lint
	$(NPM) test
	$(NPM) e2e

test-sanitize: ## the tests again under address, undefined-behaviour and thread sanitizers
	@tools/setup.sh build test sanitize
	$(call configure,asan-ubsan)
	$(call compile,asan-ubsan)
	ctest --preset asan-ubsan -j $(JOBS)
	$(call configure,tsan)
	$(call compile,tsan)
	$(NO_ASLR) ctest --preset tsan -j $(JOBS)

bench: build ## measure program, page and writer, side by side with TensorBoard and tensorboardX where they can be had
	@tools/setup.sh bench browser
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

format: node_modules/.package-lock.json ## lay out all C++ files and those of the page
	@tools/setup.sh test
	@clang-format-14 -i $(SOURCES)
	@$(NPM) format

format-check: node_modules/.package-lock.json ## fail if `make format` would change a file
	@tools/setup.sh test
	@clang-format-14 --dry-run -Werror $(SOURCES)
	@$(NPM) format-check

lint: ## clang-tidy over the program's own C++ files
	@tools/setup.sh build test lint
	$(call configure,dev)
	@python3 -B tools/lint.py build/dev -j $(JOBS)
