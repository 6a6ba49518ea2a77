# A small front for meson and ninja. `make help` lists what it can do.
# Paths are relative throughout, so that any clone path will do, one with spaces too.

BUILD         ?= build
PREFIX        ?= /usr/local
DESTDIR       ?=
FUZZ_SECONDS  ?= 60
BENCH_SECONDS ?= 5
GAMES         ?= $(shell sed -n 's/^GAME(\(.*\))$$/\1/p' src/games/list.def)
PORT          ?= 8080
FAULTS        ?= 3

MAKEFLAGS += --no-print-directory
export CMOCKA_MESSAGE_OUTPUT = TAP
# Only a compiler that the user names reaches meson, not make's own default.
ifneq ($(origin CC),default)
export CC
endif

INSTRUMENTED = -Dbuildtype=debugoptimized -Db_ndebug=false -Dcompletions=false -Dtests=true

# $(call ninja,DIRECTORY,TARGETS): silent when nothing is to do; a line of progress only on a terminal.
ninja = @ninja -C "$(1)" -n $(2) | grep -q 'no work to do' || \
	ninja -C "$(1)" $(if $(MAKE_TERMOUT),,--quiet) $(2)

.DEFAULT_GOAL := help
.PHONY: help build web engine static run test quick soak cluster cluster-test bench sanitize tsan format format-check lint coverage fuzz cross install dist deb wheel \
        release hooks clean build-packages build-tests

help: ## list the targets
	@echo 'make TARGET [NAME=value ...]'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' Makefile
	@echo 'NAME: BUILD (directory, default build), CC, PREFIX (default /usr/local), DESTDIR,'
	@echo '      PORT (for run), FUZZ_SECONDS (per target), BENCH_SECONDS (per game), GAMES (for bench),'
	@echo '      FAULTS (how often each, for cluster-test)'

build: build-packages ## install what is missing to build, and build; the program is build/tapete
	@scripts/configure "$(BUILD)" --first -Dtests=false
	$(call ninja,$(BUILD))
	@scripts/install-hooks --hint

web: ## install what is missing to build the page, and build it; it is build/web
	@scripts/install-packages web
	@scripts/build-web "$(BUILD)/web"
	@scripts/add-engine "$(BUILD)/web" "$(BUILD)/engine"

static: engine ## build the page that needs no server, for any web server under any path; it is build/static
	@scripts/install-packages web
	@scripts/build-static "$(BUILD)/static" "$(BUILD)/engine"

engine: ## install what is missing to build the engine for WebAssembly, and build it; it is build/engine
	@scripts/install-packages engine
	@scripts/build-engine "$(BUILD)/engine"

# exec: a shell in between would end by Ctrl-C, which make would complain of.
run: build web ## build, and start the table on http://localhost:8080
	@[ -f "$(BUILD)/engine/tapete.wasm" ] || echo 'The page cannot play without a network: that takes the engine, which "make engine" builds.'
	@exec "$(BUILD)/tapete" serve --port $(PORT)

test: build-tests static ## run the quick and the full tests; the last line is "N passed, M failed"
	@scripts/run-tests --build "$(BUILD)" quick full engine

quick: build-tests ## run the unit, contract and case tests only
	@scripts/run-tests --build "$(BUILD)" quick

soak: build-tests ## run the long forms of the tests, which take hours, and the packages in a clean Debian
	@scripts/install-packages deb soak
	@scripts/make-venv "$(BUILD)/venv" soak
	@scripts/run-tests --build "$(BUILD)" soak
	@$(MAKE) fuzz FUZZ_SECONDS=3600

cluster: build web ## start a whole cluster: PostgreSQL with two standbys, three servers, HAProxy, and a page that shows who owns what
	@scripts/install-packages cluster
	@exec scripts/cluster --tapete "$(BUILD)/tapete" --port $(PORT)

cluster-test: build ## make things fail in a cluster under load, each FAULTS times
	@scripts/install-packages cluster
	@TAPETE="$(BUILD)/tapete" tests/scripts/test_cluster_faults.py --times $(FAULTS)

bench: build ## measure random play-outs of every game
	@for game in $(GAMES); do "$(BUILD)/tapete" bench "$$game" --seconds $(BENCH_SECONDS) || exit; done

sanitize: ## run the tests under AddressSanitizer and UBSan, with assertions
	@scripts/install-packages build test web webtest
	@scripts/configure build-sanitize $(INSTRUMENTED) -Db_sanitize=address,undefined \
	    '-Dc_args=-fno-sanitize-recover=all -fno-omit-frame-pointer' -Db_lundef=false
	$(call ninja,build-sanitize,all meson-test-prereq)
	@scripts/build-web build-sanitize/web
	@scripts/run-tests --build build-sanitize --slower 6 quick full

# Without setarch -R, ThreadSanitizer stumbles over the address layout of some kernels.
tsan: ## run the thread tests under ThreadSanitizer
	@scripts/install-packages build test web
	@scripts/configure build-tsan $(INSTRUMENTED) -Db_sanitize=thread -Db_lundef=false
	$(call ninja,build-tsan,all meson-test-prereq)
	@$(shell setarch -R true 2>/dev/null && echo setarch -R) scripts/run-tests --build build-tsan --slower 6 threads

format: ## format the C sources
	@scripts/install-packages format
	@scripts/lint --fix format

format-check: ## say where the C sources are not formatted
	@scripts/install-packages format
	@scripts/lint format

lint: ## check with clang-format, clang-tidy, cppcheck, shellcheck, and the page with prettier and svelte-check
	@scripts/install-packages build test lint web
	@CC=clang scripts/configure build-lint -Dtests=true
	@scripts/build-web build-lint/web
	@cd web && npm run --silent lint && npm run --silent check
	@scripts/lint format tidy cppcheck shell

coverage: ## run the tests with coverage; the report is build-coverage/report/index.html
	@scripts/install-packages build test coverage web webtest
	@scripts/configure build-coverage -Dbuildtype=debug -Db_coverage=true -Dtests=true -Dcompletions=false \
	    -Dc_args=-fprofile-update=atomic
	@find build-coverage -name '*.gcda' -delete
	$(call ninja,build-coverage,all meson-test-prereq)
	@scripts/build-web build-coverage/web
	@scripts/run-tests --build build-coverage --slower 4 quick full
	@mkdir -p build-coverage/report
	@gcovr --root . --filter src/ --filter tools/ --filter include/ --html-details build-coverage/report/index.html \
	    --print-summary --txt build-coverage/report/summary.txt build-coverage
	@cat build-coverage/report/summary.txt

fuzz: ## run every fuzz target for FUZZ_SECONDS
	@scripts/install-packages build fuzz
	@CC=clang scripts/configure build-fuzz -Dbuildtype=debugoptimized -Db_ndebug=false -Dcompletions=false \
	    -Dtests=false -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false \
	    '-Dc_args=-fsanitize=fuzzer-no-link -fno-sanitize-recover=all'
	$(call ninja,build-fuzz)
	@scripts/run-fuzz build-fuzz $(FUZZ_SECONDS)

cross: ## build for 64-bit ARM and with musl, and run some of the tests there (in qemu)
	@scripts/install-packages build test cross
	@scripts/cross-build arm64 build-cross/arm64
	@scripts/cross-build musl build-cross/musl

install: build-packages ## install to DESTDIR and PREFIX, with the page
	@scripts/configure "$(BUILD)" "-Dprefix=$(PREFIX)" --first -Dtests=false
	$(call ninja,$(BUILD))
	@$(MAKE) web
	@DESTDIR="$(DESTDIR)" meson install -C "$(BUILD)" --no-rebuild --quiet
	@scripts/install-page "$(BUILD)/web" "$(DESTDIR)$(PREFIX)/share/tapete/web"

dist: ## make the release of the last commit, build-dist/tapete-VERSION.tar.gz: the same bytes wherever it is made
	@scripts/make-dist build-dist

wheel: build-packages ## make the wheel of the package for Python and its sources, in build-wheel
	@scripts/install-packages test
	@scripts/make-venv "$(BUILD)/venv"
	@scripts/make-wheel build-wheel "$(BUILD)/venv"

deb: ## make Debian packages of the last commit, in build-deb
	@scripts/install-packages build web deb
	@scripts/make-deb build-deb

release: ## make the release of a tagged commit, in build-release: tarball, Debian packages and checksums
	@scripts/install-packages build web deb
	@scripts/make-release build-release

hooks: ## install the git hook that checks commit messages
	@scripts/install-hooks

clean: ## remove everything that was built
	@rm -rf -- "$(BUILD)" build-sanitize build-tsan build-lint build-coverage build-fuzz build-dist build-deb build-release build-cross build-wheel

build-packages:
	@scripts/install-packages build

# The page comes last: setting up a build directory for the first time empties it.
build-tests:
	@scripts/install-packages build test web webtest
	@scripts/configure "$(BUILD)" -Dtests=true
	$(call ninja,$(BUILD),all meson-test-prereq)
	@scripts/build-web "$(BUILD)/web"
	@scripts/make-venv "$(BUILD)/venv"
