# Rookery. `make run` builds and starts a server; `make test` builds and runs all tests. Both install
# missing packages first. `make test T=rules/test_movegen` runs one test program, and
# `make test T=rules/test_movegen C=castling*` its cases that match. STORE=postgresql runs the tests of the
# server on PostgreSQL.
# Options: VARIANT=release|debug|san|tsan|fuzz|tuning  ARCH=native|x86-64|generic  CC=clang|gcc
# WEB=no builds without the web client and the names of openings, which need npm packages;
# WEB_FOLDER=FOLDER takes both from a build/web that was built on another machine, so that neither npm
# nor its registry is needed.

VARIANT ?= release
ARCH    ?= native
WEB     ?= yes
VERSION := 0.2.0
MAKEFLAGS += --jobs=$(shell nproc)

# clang's code for the move generator is about a third faster than gcc's (docs/decisions/0003).
ifeq ($(origin CC),default)
CC := $(shell command -v clang-14 || command -v clang || echo gcc)
endif

B := build$(if $(filter-out release,$(VARIANT)),/$(VARIANT))$(if $(filter-out native,$(ARCH)),/$(ARCH))

FLAGS_native  := -march=native
FLAGS_x86-64  := -march=x86-64-v2
FLAGS_generic :=
FLAGS_release := -O2 -g1
FLAGS_debug   := -O0 -g
FLAGS_san     := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_tuning  := $(FLAGS_release) -DSEARCH_TUNING
FLAGS_fuzz    := $(FLAGS_san) -fsanitize=fuzzer-no-link
# Debian 12's valgrind cannot read all of clang's DWARF 5.
CODE_FLAGS := $(FLAGS_$(VARIANT)) $(FLAGS_$(ARCH)) -gdwarf-4

WARN   := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
          -Wmissing-prototypes -Wstrict-prototypes -Wvla -Wundef -Wwrite-strings
CFLAGS ?=
ALL_CFLAGS = -std=c17 $(WARN) $(CODE_FLAGS) -MMD -MP -Iinclude -Isrc -D_POSIX_C_SOURCE=200809L \
             -isystem /usr/share/include -DROOKERY_VERSION='"$(VERSION)"' $(CFLAGS)
LINK   = $(CC) $(CODE_FLAGS) $(CFLAGS) $(LDFLAGS)
# There are 300 test programs and fuzz targets, and lld links them in half the time.
TEST_LINK = $(LINK) $(test_linker)
test_linker := $(if $(findstring clang,$(CC)),$(shell $(CC) -fuse-ld=lld -Wl,--version >/dev/null 2>&1 && echo -fuse-ld=lld))

# Print one short line per command; V=1 prints the commands themselves.
say = $(if $(V),,@echo "  $(1) $@";)

# ---- what is built --------------------------------------------------------------------------

LIBRARY := base rules notation game book openings syzygy engine uci match
PROGRAM := platform selfplay pgntools review puzzles explorer assets store tls bus wire core cluster analysis accounts ratings social record rounds running puzzle_training archive lobby moderation http api server net client tui join loadtest bench cmd
LIBS    := -lsqlite3 -ljansson -lsodium -luv -lssl -lcrypto -lcurl -lz -lzstd -lpthread -lm
# PostgreSQL's library, where it is installed; without it src/store/no_postgres.c refuses its URLs.
POSTGRES ?= $(shell pkg-config --exists libpq 2>/dev/null && echo yes || echo no)
ifeq ($(POSTGRES),yes)
LIBS      += $(shell pkg-config --libs libpq)
POSTGRES_CFLAGS := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags libpq))
ALL_CFLAGS += $(POSTGRES_CFLAGS)
left_out  := src/store/no_postgres.c tests/support/no_postgres_schemas.c
else
left_out  := $(filter-out %_value.c,$(wildcard src/store/postgres*.c)) $(wildcard tests/support/postgres*.c tests/store/test_postgres*.c)
endif
# The inner loops of the network for each instruction set, as in src/engine/kernels.def; the program chooses.
KERNELS        := $(if $(filter x86_64,$(shell uname -m)),avx512 avx2 sse2)
KERNEL_avx512  := -mavx512f -mavx512bw -DVECTOR_BYTES=64
KERNEL_avx2    := -mavx2 -DVECTOR_BYTES=32
KERNEL_sse2    := -DVECTOR_BYTES=16
lib_objects     := $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(LIBRARY:%=src/%/*.c))) \
                   $(B)/obj/tables.o $(B)/obj/kpk.o $(B)/obj/openings.o $(B)/obj/network.o \
                   $(patsubst %,$(B)/obj/kernel_%.o,$(KERNELS))
program_objects := $(patsubst %.c,$(B)/obj/%.o,$(filter-out $(left_out),$(wildcard $(PROGRAM:%=src/%/*.c)))) $(B)/obj/llhttp.o $(B)/obj/no_web_assets.o $(B)/obj/review_page.o
program_archive := $(B)/program.a
test_support    := $(patsubst %.c,$(B)/obj/%.o,$(filter-out $(left_out),$(wildcard tests/support/*.c)))
tests    := $(patsubst %.c,$(B)/%,$(filter-out $(left_out),$(wildcard tests/*/test_*.c)))
examples := $(patsubst examples/%.c,$(B)/examples/%,$(wildcard examples/*.c))
benches  := $(patsubst bench/%.c,$(B)/bench/%,$(wildcard bench/*.c))
fuzzers  := $(patsubst fuzz/%.c,%,$(wildcard fuzz/fuzz_*.c))

.PHONY: all run cluster test check bench bench-web screenshots compare fuzz wasm docs install deb clean setup-% tests examples
# Only `make install` builds the shared library, because that compiles every file of the library again.
all: $(B)/rookery $(B)/librookery.a

run: setup-build
	@$(MAKE) --no-print-directory all
	@echo "rookery: starting a server; open its address in a browser, or run: $(B)/rookery join ADDRESS"
	@echo "rookery: Ctrl-C stops it; RUN='--listen 127.0.0.1:9000' sets options; to play in this terminal: $(B)/rookery play"
	@exec $(B)/rookery serve $(RUN)

# Three servers with one database behind a balancer, on this machine; CLUSTER='--nodes 2 -- --no-limits' sets options.
cluster: setup-cluster
	@$(MAKE) --no-print-directory all
	@exec tools/cluster $(B) $(CLUSTER)

setup-%:
	@tools/setup $*

# The web client comes before the archive, which has an empty one for WEB=no. Relinked when WEB changes.
$(shell mkdir -p $(B); [ "$$(cat $(B)/web.choice 2>/dev/null)" = "$(WEB)" ] || echo "$(WEB)" >$(B)/web.choice)
$(B)/rookery: $(B)/obj/src/cmd/main.o $(if $(filter no,$(WEB)),,$(B)/obj/web_assets.o) $(program_archive) $(B)/librookery.a $(B)/web.choice
	$(call say,link)$(LINK) $(filter %.o %.a,$^) $(LIBS) -o $@

# Tests, benchmarks and fuzz targets link with this archive. It excludes the web client, so that they
# need not be relinked when the client changes. Rebuilt when POSTGRES changes.
$(shell [ "$$(cat $(B)/libraries.choice 2>/dev/null)" = "$(POSTGRES)" ] || echo "$(POSTGRES)" >$(B)/libraries.choice)
$(program_archive): $(filter-out %/cmd/main.o,$(program_objects)) $(B)/libraries.choice
	@rm -f $@
	$(call say,ar  )ar qcs $@ $(filter %.o,$^)

# llhttp, Node's HTTP parser: Debian packages its C sources, so we compile them.
LLHTTP := /usr/share/llhttp
$(B)/obj/llhttp.o: Makefile
	@mkdir -p $(B)/obj/llhttp
	$(call say,cc  )for name in api http llhttp; do $(CC) -std=c17 $(CODE_FLAGS) -w -I/usr/share/include/llhttp \
	    -DLLHTTP_STRICT_MODE=1 -c $(LLHTTP)/$$name.c -o $(B)/obj/llhttp/$$name.o || exit 1; done; \
	    ld -r $(B)/obj/llhttp/*.o -o $@

$(B)/librookery.a: $(lib_objects)
	@rm -f $@
	$(call say,ar  )ar qcs $@ $^

$(B)/librookery.so: $(patsubst $(B)/obj/%,$(B)/pic/%,$(lib_objects)) tools/librookery.map
	$(call say,link)$(LINK) -shared -Wl,-soname,librookery.so.0 -Wl,--version-script=tools/librookery.map \
	    $(filter %.o,$^) -lm -o $@

# The installed archive exports rk_* only, like the shared library. The program and the tests use
# internal functions, so they link with the other one.
$(B)/install/librookery.a: $(B)/librookery.a
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,ar  )ld -r --whole-archive $< -o $(@D)/rookery.o && \
	    objcopy --wildcard --keep-global-symbol='rk_*' $(@D)/rookery.o && ar qcs $@ $(@D)/rookery.o

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -c $< -o $@

# A migration may be longer than the 4095 bytes that every C compiler supports; ours support it.
$(B)/obj/src/store/schema.o $(B)/obj/src/store/postgres_schema.o: ALL_CFLAGS += -Wno-overlength-strings

$(B)/pic/%.o: %.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -fPIC -c $< -o $@

# Attack tables and other constants, computed at build time.
build/tables.c: tools/tables.c tools/compute_tables.c src/base/prng.c src/base/prng.h src/rules/slow_attacks.h src/rules/bits.h src/rules/tables.h \
                include/rookery/kinds.def
	@mkdir -p build
	$(call say,make)$(CC) -std=c17 -O1 -Iinclude -Isrc -DTABLES_COMPUTED $(filter %.c,$^) -o build/make-tables && \
	    build/make-tables >$@.new && mv $@.new $@

$(B)/obj/tables.o: build/tables.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -Wno-missing-braces -c $< -o $@

$(B)/pic/tables.o: build/tables.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -Wno-missing-braces -fPIC -c $< -o $@

build/kpk.c: tools/kpk.c src/engine/kpk.h src/rules/slow_attacks.h src/rules/bits.h
	@mkdir -p build
	$(call say,make)$(CC) -std=c17 -O1 -Iinclude -Isrc tools/kpk.c -o build/make-kpk && \
	    build/make-kpk >$@.new && mv $@.new $@

$(B)/obj/kpk.o: build/kpk.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -c $< -o $@

$(B)/pic/kpk.o: build/kpk.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -fPIC -c $< -o $@

# The built-in network of the evaluation, as C.
build/network.c: src/engine/default.net tools/embed_network.c src/engine/network.c src/engine/network_file.c src/engine/network.h
	@mkdir -p build
	$(call say,make)$(CC) -std=c17 -O1 -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc $(filter %.c,$^) \
	    src/base/fault.c src/base/err.c src/base/text.c src/base/utf8.c -o build/embed-network && \
	    build/embed-network $< >$@.new && mv $@.new $@

$(B)/obj/network.o: build/network.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -c $< -o $@

$(B)/pic/network.o: build/network.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -fPIC -c $< -o $@

$(B)/obj/kernel_%.o: src/engine/kernel.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) $(KERNEL_$*) -DKERNEL=$* -c $< -o $@

$(B)/pic/kernel_%.o: src/engine/kernel.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) $(KERNEL_$*) -DKERNEL=$* -fPIC -c $< -o $@

# The names of openings: a list from an npm package, or from WEB_FOLDER; empty with WEB=no.
WEB_FOLDER ?= build/web
openings_list := $(if $(filter no,$(WEB)),,$(if $(filter build/web,$(WEB_FOLDER)),build/openings.tsv,$(WEB_FOLDER)/openings.tsv))
build/openings.tsv: web/tools/openings.mjs web/src/chess/positionKey.mjs web/node_modules/.package-lock.json
	$(call say,make)node web/tools/openings.mjs >$@.new && mv $@.new $@

$(B)/tools/openings: tools/openings.c src/openings/table.c $(filter $(B)/obj/tables.o $(addprefix $(B)/obj/src/,base/% rules/% notation/%),$(lib_objects))
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -Iinclude -Isrc $^ -o $@

$(B)/openings.c: $(B)/tools/openings $(openings_list) $(B)/web.choice
	$(call say,make)$< <$(or $(openings_list),/dev/null) >$@.new && mv $@.new $@

$(B)/obj/openings.o: $(B)/openings.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -Wno-overlength-strings -c $< -o $@

$(B)/pic/openings.o: $(B)/openings.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -Wno-overlength-strings -fPIC -c $< -o $@

# The style and the script of reviews in HTML.
build/review_page.c: src/review/page.css src/review/page.js tools/embed-text
	@mkdir -p build
	$(call say,make)tools/embed-text review/page.h review_page_style=src/review/page.css review_page_script=src/review/page.js >$@.new && mv $@.new $@

$(B)/obj/review_page.o: build/review_page.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -c $< -o $@

# The web client: a bundle, which all variants of the program share, and which is part of it.
web_sources := $(shell find web -name node_modules -prune -o -path web/test -prune -o -type f -print 2>/dev/null) $(wildcard wasm/*.ts)
web/node_modules/.package-lock.json: web/package-lock.json
	@command -v npm >/dev/null || { echo "rookery: npm not found: run tools/setup build, or make WEB=no"; exit 1; }
	$(call say,npm )cd web && npm ci --silent --no-audit --no-fund && touch node_modules/.package-lock.json || \
	    { echo "rookery: npm could not install the packages of the web client; is its registry reachable? make WEB=no builds without it"; exit 1; }

build/web/entry.json: $(web_sources) web/node_modules/.package-lock.json build/rookery.wasm build/pgn.wasm build/engine.wasm
	$(call say,web )node web/build.mjs build/web

build/web_assets.c: $(WEB_FOLDER)/entry.json tools/embed.mjs
	@mkdir -p build
	$(call say,make)node tools/embed.mjs $(WEB_FOLDER) $@

$(B)/obj/web_assets.o: build/web_assets.c src/assets/assets.h
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -c $< -o $@

$(B)/obj/no_web_assets.o: tools/no_web_assets.c src/assets/assets.h
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -c $< -o $@

# The tuner compiles the evaluation with tracing, to count how often each weight is used.
evaluation_sources := $(addprefix src/engine/,endgames.c evaluate.c kingsafety.c passers.c pawns.c pieces.c \
          material.c threats.c varianteval.c weights.c)
$(B)/tools/tune: tools/tune.c $(evaluation_sources) $(wildcard src/engine/*.h) src/engine/weights.def $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -DEVALUATION_TRACE -Iinclude -Isrc $(filter %.c %.a,$^) -lm -o $@

# For training the network: games, and the positions in them.
$(B)/tools/selfplay $(B)/tools/positions: $(B)/tools/%: tools/%.c $(program_archive) $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc $^ -lpthread -lm -o $@

$(B)/tools/wdl: tools/wdl.c $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -Iinclude -Isrc $^ -lpthread -lm -o $@

$(B)/tools/describe: tools/describe.c $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -Iinclude $^ -lm -o $@

# Writes the tables in docs/protocol.md, and the types of the web client, from the .def files.
.PHONY: protocol
protocol: build/make-protocol
	$(call say,make)build/make-protocol <docs/protocol.md >build/protocol.md && mv build/protocol.md docs/protocol.md && \
	    build/make-protocol types >build/messages.ts && mv build/messages.ts web/src/wire/messages.ts && \
	    for name in refusals faults; do \
	        build/make-protocol $$name >build/$$name.ts && mv build/$$name.ts web/src/i18n/en/$$name.ts || exit; done

build/make-protocol: tools/protocol.c src/wire/message.h $(wildcard src/wire/*.def) src/core/limits.def include/rookery/position_faults.def
	@mkdir -p build
	$(call say,make)$(CC) -std=c17 $(WARN) -O1 -Iinclude -Isrc tools/protocol.c -o $@

# ---- tests ----------------------------------------------------------------------------------

tests: $(tests)
examples: $(examples)

$(B)/support.a: $(test_support)
	@rm -f $@
	$(call say,ar  )ar qcs $@ $^

$(B)/tests/%: $(B)/obj/tests/%.o $(B)/obj/tests/support/filter.o $(B)/support.a $(program_archive) $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(TEST_LINK) $^ -lcmocka $(LIBS) -o $@

$(B)/obj/tests/%.o: ALL_CFLAGS += -Itests

$(B)/examples/%: examples/%.c $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -Iinclude $^ -lm -o $@

# T names test programs (rules/test_movegen), folders of tests (rules) or both; C a case, or a pattern.
# The script of a folder may use everything that is built.
chosen := $(patsubst %.c,$(B)/%,$(filter-out $(left_out),$(wildcard $(T:%=tests/%.c) $(T:%=tests/%/test_*.c))))
scripts := $(wildcard $(if $(T),$(T:%=tests/%/run),tests/*/run))

test: setup-test
	@$(MAKE) --no-print-directory $(if $(T),$(B)/rookery $(chosen),tests) $(if $(scripts),all examples wasm)
	@TEST_FILTER='$(C)' STORE='$(STORE)' tools/run-tests $(B) $(T)

# Everything a change must pass besides the tests.
check: setup-check
	@tools/check

# ---- benchmarks, fuzzing, WebAssembly, reference --------------------------------------------

bench: setup-bench
	@$(MAKE) --no-print-directory all $(benches)
	@bench/run $(B)

$(B)/bench/%: bench/%.c $(program_archive) $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc $^ \
	    -Wl,--as-needed $(LIBS) -o $@

# The web client: bytes of a first visit, time until it can be used, long tasks, layout shifts.
bench-web: setup-test
	@$(MAKE) --no-print-directory all
	@BUILD=$(B) node tests/web/measure.mjs

# Pictures of every page and state in build/screenshots: PAGES='home game' SIZES='phone desk' THEMES='light dark-contrast'.
screenshots: setup-test
	@$(MAKE) --no-print-directory all
	@BUILD=$(B) node tests/web/screenshots.mjs build/screenshots $(PAGES)

# Compares random games and positions with another chess library; different ones each time.
compare: setup-test
	@$(MAKE) --no-print-directory all $(B)/tools/describe
	@tools/compare/run $(B) $(COMPARE)

FUZZ_SECONDS ?= 60
fuzz: setup-check
	@tools/fuzz $(FUZZ_SECONDS) $(fuzzers)

# Built by tools/fuzz, with VARIANT=fuzz.
$(B)/fuzz_%: fuzz/fuzz_%.c $(wildcard fuzz/*.h) $(program_archive) $(B)/librookery.a
	$(TEST_LINK) -fsanitize=fuzzer -std=c17 $(WARN) -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc -Itests -Ifuzz \
	    $(filter %.c %.a,$^) $(LIBS) -o $@

# Size matters in a browser: without forced inlining the modules are a fifth as large, and about as fast.
# rookery.wasm is the rules, for every page; pgn.wasm reads and writes games; engine.wasm is the engine.
WASM_FLAGS := --target=wasm32 -std=c17 -ffreestanding -nostdlib -mbulk-memory \
              -D'RK_INLINE=static inline' -DTABLES_COMPUTED \
              -Wall -Wextra -Wno-missing-braces -Iinclude -Isrc -Iwasm -Iwasm/include
WASM_LINK   = wasm-ld-14 --no-entry --strip-all --gc-sections --stack-first --lto-O2
wasm_rules := $(wildcard src/rules/*.c src/notation/*.c) src/base/err.c src/base/fault.c \
              src/base/text.c src/base/utf8.c src/base/prng.c tools/compute_tables.c wasm/memory.c wasm/init.c
# hugepages.c and prefault.c: see wasm/platform.c.
wasm_engine := $(wasm_rules) $(filter-out src/engine/hugepages.c src/engine/prefault.c src/engine/bench.c src/engine/network_file.c, \
               $(wildcard src/engine/*.c)) build/kpk.c build/network.c wasm/platform.c wasm/engine.c
wasm: build/rookery.wasm build/pgn.wasm build/engine.wasm
build/rookery.wasm: $(patsubst %.c,build/wasm/small/%.o,$(wasm_rules) src/review/chances.c wasm/exports.c)
	$(call say,link)$(WASM_LINK) -z stack-size=65536 $^ -o $@
build/pgn.wasm: $(patsubst %.c,build/wasm/small/%.o,$(wasm_rules) wasm/pgn.c)
	$(call say,link)$(WASM_LINK) -z stack-size=131072 $^ -o $@
build/engine.wasm: $(patsubst %.c,build/wasm/fast/%.o,$(wasm_engine)) build/wasm/fast/kernel_simd128.o
	$(call say,link)$(WASM_LINK) -z stack-size=1048576 $^ -o $@
build/wasm/small/%.o: %.c
	@mkdir -p $(@D)
	$(call say,wasm)clang-14 $(WASM_FLAGS) -Oz -flto -MMD -MP -c $< -o $@
build/wasm/fast/%.o: %.c
	@mkdir -p $(@D)
	$(call say,wasm)clang-14 $(WASM_FLAGS) -O3 -msimd128 -MMD -MP -c $< -o $@
build/wasm/fast/kernel_simd128.o: src/engine/kernel.c
	@mkdir -p $(@D)
	$(call say,wasm)clang-14 $(WASM_FLAGS) -O3 -msimd128 -DKERNEL=simd128 -DVECTOR_BYTES=16 -MMD -MP -c $< -o $@

# The reference of the public headers, as HTML in build/docs.
docs: setup-docs
	@mkdir -p build/docs
	$(call say,docs)VERSION=$(VERSION) doxygen tools/Doxyfile && echo "rookery: the reference is build/docs/index.html"

# ---- installing -----------------------------------------------------------------------------

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
install: all $(B)/install/librookery.a $(B)/librookery.so
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include/rookery \
	    $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(PREFIX)/share/man/man1 \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install $(B)/rookery $(DESTDIR)$(PREFIX)/bin
	install -m 644 include/rookery/* $(DESTDIR)$(PREFIX)/include/rookery
	install -m 644 $(B)/install/librookery.a $(DESTDIR)$(LIBDIR)
	install $(B)/librookery.so $(DESTDIR)$(LIBDIR)/librookery.so.0
	ln -sf librookery.so.0 $(DESTDIR)$(LIBDIR)/librookery.so
	install -m 644 docs/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	$(B)/rookery completion bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/rookery
	$(B)/rookery completion zsh >$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_rookery
	$(B)/rookery completion fish >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/rookery.fish
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' tools/rookery.pc.in \
	    >$(DESTDIR)$(LIBDIR)/pkgconfig/rookery.pc

# Debian packages, in build/deb, from a copy of the files: dpkg-buildpackage writes beside its folder.
# The web client is built here, because the build of a package may not reach npm's registry.
deb: setup-deb
	@$(MAKE) --no-print-directory build/web/entry.json
	@rm -rf build/deb && mkdir -p build/deb/rookery
	@(git ls-files -z --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print0) | \
	    xargs -0 cp --parents -t build/deb/rookery
	cd build/deb/rookery && WEB_FOLDER=$(CURDIR)/build/web dpkg-buildpackage --build=binary --unsigned-changes --jobs-force=$(shell nproc)
	@rm -rf build/deb/rookery
	@echo "rookery: the packages are in build/deb"

clean:
	rm -rf build

.SECONDARY:
# The compiler keeps these up to date. Without this rule make would try to link kernel_NAME.d from kernel_NAME.d.o.
%.d: ;
-include $(shell find build -name '*.d' 2>/dev/null)
