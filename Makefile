# Rookery. `make run` builds and starts it, `make test` builds and runs all tests; both install what
# is missing. Options: VARIANT=release|debug|san|tsan|fuzz  ARCH=native|x86-64|generic  CC=clang|gcc

VARIANT ?= release
ARCH    ?= native
VERSION := 0.1.0
MAKEFLAGS += --jobs=$(shell nproc)

# Measured: clang's code for the move generator is about a third faster than gcc's.
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
FLAGS_fuzz    := $(FLAGS_san) -fsanitize=fuzzer-no-link
# Valgrind reads DWARF 4, not all of what clang writes as DWARF 5.
CODE_FLAGS := $(FLAGS_$(VARIANT)) $(FLAGS_$(ARCH)) -gdwarf-4

WARN   := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
          -Wmissing-prototypes -Wstrict-prototypes -Wvla -Wundef -Wwrite-strings
CFLAGS ?=
ALL_CFLAGS = -std=c17 $(WARN) $(CODE_FLAGS) -MMD -MP -Iinclude -Isrc -D_POSIX_C_SOURCE=200809L \
             -isystem /usr/share/include -DROOKERY_VERSION='"$(VERSION)"' $(CFLAGS)
LINK   = $(CC) $(CODE_FLAGS) $(CFLAGS) $(LDFLAGS)

# What is done is said in a word; V=1 shows the whole commands.
say = $(if $(V),,@echo "  $(1) $@";)

# ---- what is built --------------------------------------------------------------------------

LIBRARY := base rules notation game book syzygy engine uci match
PROGRAM := platform pgntools store bus wire core accounts rounds lobby server net client tui join loadtest bench cmd
LIBS    := -lsqlite3 -ljansson -lsodium -luv -lssl -lcrypto -lz -lzstd -lpthread -lm
lib_objects     := $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(LIBRARY:%=src/%/*.c))) \
                   $(B)/obj/tables.o $(B)/obj/kpk.o
program_objects := $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(PROGRAM:%=src/%/*.c))) $(B)/obj/llhttp.o
program_archive := $(B)/program.a
test_support    := $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/support/*.c))
tests    := $(patsubst %.c,$(B)/%,$(wildcard tests/*/test_*.c))
examples := $(patsubst examples/%.c,$(B)/examples/%,$(wildcard examples/*.c))
benches  := $(patsubst bench/%.c,$(B)/bench/%,$(wildcard bench/*.c))
fuzzers  := $(patsubst fuzz/%.c,%,$(wildcard fuzz/fuzz_*.c))

.PHONY: all run test check bench fuzz wasm install clean setup-% tests examples
all: $(B)/rookery $(B)/librookery.a $(B)/librookery.so

run: setup-build
	@$(MAKE) --no-print-directory all
	@echo "rookery: a server starts; look at the address below with a browser, or play: $(B)/rookery join ADDRESS"
	@echo "rookery: Ctrl-C ends it, RUN='--listen 127.0.0.1:9000' sets its options; two at this keyboard: $(B)/rookery play"
	@exec $(B)/rookery serve $(RUN)

setup-%:
	@tools/setup $*

$(B)/rookery: $(B)/obj/src/cmd/main.o $(program_archive) $(B)/librookery.a
	$(call say,link)$(LINK) $^ $(LIBS) -o $@

# Tests and fuzz targets take from it what they need.
$(program_archive): $(filter-out %/cmd/main.o,$(program_objects))
	@rm -f $@
	$(call say,ar  )ar qcs $@ $^

# Node's HTTP parser: Debian packages its C sources, which are compiled where they lie.
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

# The archive that is installed shows no more than the shared library does; the program and the tests
# look inside the other.
$(B)/install/librookery.a: $(B)/librookery.a
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,ar  )ld -r --whole-archive $< -o $(@D)/rookery.o && \
	    objcopy --wildcard --keep-global-symbol='rk_*' $(@D)/rookery.o && ar qcs $@ $(@D)/rookery.o

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -c $< -o $@

$(B)/pic/%.o: %.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -fPIC -c $< -o $@

# Constants the rules need, computed by a program of the machine that builds.
build/tables.c: tools/tables.c src/rules/walk.h src/rules/bits.h include/rookery/kinds.def
	@mkdir -p build
	$(call say,make)$(CC) -std=c17 -O1 -Iinclude -Isrc tools/tables.c -o build/make-tables && \
	    build/make-tables >$@.new && mv $@.new $@

$(B)/obj/tables.o: build/tables.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -Wno-missing-braces -c $< -o $@

$(B)/pic/tables.o: build/tables.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -Wno-missing-braces -fPIC -c $< -o $@

build/kpk.c: tools/kpk.c src/engine/kpk.h src/rules/walk.h src/rules/bits.h
	@mkdir -p build
	$(call say,make)$(CC) -std=c17 -O1 -Iinclude -Isrc tools/kpk.c -o build/make-kpk && \
	    build/make-kpk >$@.new && mv $@.new $@

$(B)/obj/kpk.o: build/kpk.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -c $< -o $@

$(B)/pic/kpk.o: build/kpk.c
	@mkdir -p $(@D)
	$(call say,cc  )$(CC) $(ALL_CFLAGS) -fPIC -c $< -o $@

# The tuner compiles the evaluation anew, so that it counts what it gives for what.
judges := $(addprefix src/engine/,balance.c endgames.c evaluate.c kingsafety.c passers.c pawns.c pieces.c \
          plain.c threats.c weights.c)
$(B)/tools/tune: tools/tune.c $(judges) $(wildcard src/engine/*.h) src/engine/weights.def $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -DEVALUATION_TRACE -Iinclude -Isrc $(filter %.c %.a,$^) -lm -o $@

$(B)/tools/selfplay: tools/selfplay.c $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -D_POSIX_C_SOURCE=200809L -Iinclude $^ -lpthread -lm -o $@

# The tables of the protocol's description, from those the program is made of.
.PHONY: protocol
protocol: build/make-protocol
	$(call say,make)build/make-protocol <docs/protocol.md >build/protocol.md && mv build/protocol.md docs/protocol.md

build/make-protocol: tools/protocol.c $(wildcard src/wire/*.def) src/core/limits.def
	@mkdir -p build
	$(call say,make)$(CC) -std=c17 $(WARN) -O1 -Iinclude -Isrc tools/protocol.c -o $@

# ---- tests ----------------------------------------------------------------------------------

tests: $(tests)
examples: $(examples)

$(B)/support.a: $(test_support)
	@rm -f $@
	$(call say,ar  )ar qcs $@ $^

$(B)/tests/%: $(B)/obj/tests/%.o $(B)/support.a $(program_archive) $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) $^ -lcmocka $(LIBS) -o $@

$(B)/obj/tests/%.o: ALL_CFLAGS += -Itests

$(B)/examples/%: examples/%.c $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -Iinclude $^ -lm -o $@

test: setup-test
	@$(MAKE) --no-print-directory all tests examples wasm
	@tools/run-tests $(B)

# Everything a change must pass, beside the tests.
check: setup-check
	@tools/check

# ---- speed, noise, the browser --------------------------------------------------------------

bench: setup-bench
	@$(MAKE) --no-print-directory all $(benches)
	@bench/run $(B)

$(B)/bench/%: bench/%.c $(program_archive) $(B)/librookery.a
	@mkdir -p $(@D)
	$(call say,link)$(LINK) -std=c17 $(WARN) -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc $^ \
	    -Wl,--as-needed $(LIBS) -o $@

FUZZ_SECONDS ?= 60
fuzz: setup-check
	@tools/fuzz $(FUZZ_SECONDS) $(fuzzers)

# Made by tools/fuzz, with VARIANT=fuzz.
$(B)/fuzz_%: fuzz/fuzz_%.c $(wildcard fuzz/*.h) $(program_archive) $(B)/librookery.a
	$(LINK) -fsanitize=fuzzer -std=c17 $(WARN) -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc -Ifuzz \
	    $(filter %.c %.a,$^) $(LIBS) -o $@

# Size counts in a browser: inlined as the compiler likes it, the module is a tenth as large.
WASM_FLAGS := --target=wasm32 -std=c17 -O2 -ffreestanding -nostdlib -mbulk-memory \
              -D'RK_INLINE=static inline' \
              -Wall -Wextra -Wno-missing-braces -Iinclude -Isrc -Iwasm/include
wasm_objects := $(patsubst %.c,build/wasm/%.o,$(wildcard src/rules/*.c src/notation/*.c) \
                src/base/err.c src/base/fault.c src/base/text.c wasm/exports.c wasm/memory.c) build/wasm/tables.o
wasm: build/rookery.wasm
build/rookery.wasm: $(wasm_objects)
	$(call say,link)wasm-ld-14 --no-entry --strip-all --gc-sections --stack-first -z stack-size=65536 $^ -o $@
build/wasm/%.o: %.c
	@mkdir -p $(@D)
	$(call say,wasm)clang-14 $(WASM_FLAGS) -MMD -MP -c $< -o $@
build/wasm/tables.o: build/tables.c
	@mkdir -p $(@D)
	$(call say,wasm)clang-14 $(WASM_FLAGS) -c $< -o $@

# ---- installing -----------------------------------------------------------------------------

PREFIX ?= /usr/local
install: all $(B)/install/librookery.a
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include/rookery \
	    $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/share/man/man1
	install $(B)/rookery $(DESTDIR)$(PREFIX)/bin
	install -m 644 include/rookery/* $(DESTDIR)$(PREFIX)/include/rookery
	install -m 644 $(B)/install/librookery.a $(DESTDIR)$(PREFIX)/lib
	install $(B)/librookery.so $(DESTDIR)$(PREFIX)/lib/librookery.so.0
	ln -sf librookery.so.0 $(DESTDIR)$(PREFIX)/lib/librookery.so
	install -m 644 docs/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' tools/rookery.pc.in \
	    >$(DESTDIR)$(PREFIX)/lib/pkgconfig/rookery.pc

clean:
	rm -rf build

.SECONDARY:
-include $(shell find build -name '*.d' 2>/dev/null)
