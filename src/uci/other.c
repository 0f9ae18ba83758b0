/* SPDX-License-Identifier: MIT */
#include "uci/other.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buffer.h"
#include "uci/process.h"

enum {
    PATIENCE = 10000, /* milliseconds for uciok and readyok */
    TELLING = 5000,   /* for it to take a line */
    STOPPING = 1000,  /* for a bestmove after `stop` */
    LEAVING = 500,    /* for it to end after `quit` */
    NAME_MAX_SIZE = 128,
    SETTINGS_MARKED = 64
};

struct other {
    struct process *process;
    int64_t (*now)(void *context);
    void *context;
    int64_t patience;
    bool dead;
    bool plays_960;                      /* has the option UCI_Chess960 */
    bool has_variants;                   /* has the option UCI_Variant */
    char variants[RK_VARIANT_COUNT][32]; /* as it spells them; "" if it does not play them */
    rk_variant variant;                  /* the last one set */
    const char *const *settings;         /* while it is started */
    uint64_t offered;                    /* those of them that are options it has, a bit each */
    char lacking[NAME_MAX_SIZE];         /* the names of the others */
    char name[NAME_MAX_SIZE];
};

static int64_t now_of(const struct other *other)
{
    return other->now(other->context);
}

static bool tell(struct other *other, const char *line)
{
    if (!other->dead && !process_tell(other->process, line, now_of(other) + TELLING))
        other->dead = true;
    return !other->dead;
}

// ---- what it says ----------------------------------------------------------------------------

/* The next word of a line: false at its end. */
static bool next_word(const char **at, const char **word, size_t *size)
{
    *at += strspn(*at, " \t");
    *word = *at;
    *size = strcspn(*at, " \t");
    *at += *size;
    return *size;
}

static bool is_word(const char *word, size_t size, const char *expected)
{
    return size == strlen(expected) && !memcmp(word, expected, size);
}

static bool next_is(const char **at, const char *expected)
{
    const char *word;
    size_t size;
    return next_word(at, &word, &size) && is_word(word, size, expected);
}

static bool begins(const char *line, const char *word)
{
    return next_is(&line, word);
}

static int clamp(long number, int most)
{
    return number > most ? most : number < -most ? -most : (int)number;
}

/* "cp 13", "mate -2"; a bound behind it is left to the reader of the line. */
static bool read_score(const char **at, int *out)
{
    const char *unit, *number;
    size_t unit_size, number_size;
    if (!next_word(at, &unit, &unit_size) || !next_word(at, &number, &number_size))
        return false;
    char *end;
    const long value = strtol(number, &end, 10);
    if (end != number + number_size)
        return false;
    if (is_word(unit, unit_size, "cp")) {
        *out = clamp(value, RK_TABLE_WIN);
        return true;
    }
    const int moves = clamp(value, (RK_MATE - RK_MATE_IN_MAX) / 2);
    *out = moves > 0 ? RK_MATE - 2 * moves + 1 : -RK_MATE - 2 * moves;
    return is_word(unit, unit_size, "mate");
}

static void read_number(const char **at, uint64_t *out)
{
    const char *word;
    size_t size;
    char *end;
    if (!next_word(at, &word, &size) || *word < '0' || *word > '9')
        return;
    const uint64_t number = strtoull(word, &end, 10);
    if (end == word + size)
        *out = number;
}

/* Reads `info`: of the best line alone, and of scores those that are no mere bounds, unless
 * there is no other. */
static void read_info(const char *at, struct other_answer *out)
{
    const char *word;
    size_t size;
    int score = 0;
    bool has_score = false, is_bound = false;
    uint64_t depth = out->depth, nodes = out->nodes, line = 1;
    while (next_word(&at, &word, &size) && !is_word(word, size, "pv") &&
           !is_word(word, size, "string")) {
        if (is_word(word, size, "depth"))
            read_number(&at, &depth);
        else if (is_word(word, size, "nodes"))
            read_number(&at, &nodes);
        else if (is_word(word, size, "multipv"))
            read_number(&at, &line);
        else if (is_word(word, size, "score"))
            has_score = read_score(&at, &score);
        else if (is_word(word, size, "lowerbound") || is_word(word, size, "upperbound"))
            is_bound = true;
    }
    out->nodes = nodes;
    if (line != 1)
        return;
    out->depth = depth > 1000 ? 1000 : (unsigned)depth;
    if (has_score && (!is_bound || !out->has_score)) {
        out->score = score;
        out->has_score = true;
    }
}

static bool is_square(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool other_take_move(const char *word, size_t size, char out[8])
{
    if (is_word(word, size, "0000") || is_word(word, size, "(none)") ||
        is_word(word, size, "NULL")) {
        memcpy(out, "0000", 5);
        return true;
    }
    const bool drops = size == 4 && is_letter(word[0]) && word[1] == '@' && is_square(word + 2);
    const bool moves =
        (size == 4 || (size == 5 && is_letter(word[4]))) && is_square(word) && is_square(word + 2);
    if (!drops && !moves)
        return false;
    memcpy(out, word, size);
    out[size] = '\0';
    return true;
}

void other_note_nonsense(const char *text, struct other_answer *out)
{
    token_show(token_rest(tokens_of(text, strlen(text))), out->said);
}

/* Behind `bestmove`. */
static bool read_best(const char *at, struct other_answer *out)
{
    const char *const all = at, *word;
    size_t size;
    if (!next_word(&at, &word, &size) || !other_take_move(word, size, out->best)) {
        other_note_nonsense(all, out);
        return false;
    }
    if (next_is(&at, "ponder") && next_word(&at, &word, &size) &&
        !other_take_move(word, size, out->ponder))
        out->ponder[0] = '\0';
    return true;
}

// ---- what it offers --------------------------------------------------------------------------

static void read_name(struct other *other, const char *at)
{
    if (!next_is(&at, "name"))
        return;
    at += strspn(at, " \t");
    if (*at)
        snprintf(other->name, sizeof other->name, "%s", at);
    for (char *c = other->name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
}

static void take_variant(struct other *other, const char *word, size_t size)
{
    char name[sizeof other->variants[0]];
    rk_variant variant;
    if (size >= sizeof name)
        return;
    memcpy(name, word, size);
    name[size] = '\0';
    if (rk_variant_from_name(name, &variant) && !*other->variants[variant])
        memcpy(other->variants[variant], name, size + 1);
}

/* "Hash" of "Hash=16", or the name of a button. */
static size_t size_of_name(const char *setting)
{
    return strcspn(setting, "=");
}

/* At the name of an option, which ends before the word `type`. */
static void mark_offered(struct other *other, const char *at)
{
    const char *const name = at + strspn(at, " \t"), *word, *end = name;
    size_t size;
    while (next_word(&at, &word, &size) && !is_word(word, size, "type"))
        end = word + size;
    for (size_t i = 0; other->settings && i < SETTINGS_MARKED && other->settings[i]; i++)
        if (size_of_name(other->settings[i]) == (size_t)(end - name) &&
            !strncasecmp(name, other->settings[i], (size_t)(end - name)))
            other->offered |= UINT64_C(1) << i;
}

/* Behind `option`: only those we set and the two that choose the rules matter to us. */
static void read_option(struct other *other, const char *at)
{
    const char *word;
    size_t size;
    if (!next_is(&at, "name"))
        return;
    mark_offered(other, at);
    if (!next_word(&at, &word, &size))
        return;
    if (is_word(word, size, "UCI_Chess960"))
        other->plays_960 = true;
    if (!is_word(word, size, "UCI_Variant"))
        return;
    other->has_variants = true;
    while (next_word(&at, &word, &size))
        if (is_word(word, size, "var") && next_word(&at, &word, &size))
            take_variant(other, word, size);
}

/* Listens until the line that begins with `awaited`; to the rest if `offers`. */
static bool await_word(struct other *other, const char *awaited, bool offers)
{
    const int64_t deadline = now_of(other) + other->patience;
    const char *line;
    while (!other->dead && now_of(other) <= deadline &&
           process_hear(other->process, deadline, &line) == PROCESS_SAID) {
        if (begins(line, awaited))
            return true;
        const char *at = line;
        if (offers && next_is(&at, "id"))
            read_name(other, at);
        at = line;
        if (offers && next_is(&at, "option"))
            read_option(other, at);
    }
    other->dead = true;
    return false;
}

// ---- life ------------------------------------------------------------------------------------

static bool set_option(struct other *other, const char *name, size_t name_size, const char *value)
{
    struct buffer line = {0};
    buffer_text(&line, "setoption name ");
    buffer_add(&line, name, name_size);
    if (value) {
        buffer_text(&line, " value ");
        buffer_text(&line, value);
    }
    const char *text = buffer_end(&line);
    const bool done = !line.failed && tell(other, text);
    buffer_fini(&line);
    return done;
}

static void note_lacking(struct other *other, const char *setting, size_t size)
{
    const size_t length = strlen(other->lacking);
    snprintf(other->lacking + length, sizeof other->lacking - length, "%s%.*s", length ? ", " : "",
             (int)size, setting);
}

/* Those it does not offer too: some engines hide what they know. */
static bool make_settings(struct other *other)
{
    for (size_t i = 0; other->settings && other->settings[i]; i++) {
        const char *const setting = other->settings[i];
        const size_t size = size_of_name(setting);
        if (i < SETTINGS_MARKED && !(other->offered >> i & 1))
            note_lacking(other, setting, size);
        if (!set_option(other, setting, size, setting[size] ? setting + size + 1 : NULL))
            return false;
    }
    return true;
}

static bool get_ready(struct other *other)
{
    return tell(other, "isready") && await_word(other, "readyok", false);
}

static const char *greet(struct other *other)
{
    if (!tell(other, "uci") || !await_word(other, "uciok", true))
        return "it does not say uciok";
    if (!make_settings(other) || !get_ready(other))
        return "it does not say readyok";
    return NULL;
}

rk_err other_start(const struct other_options *options, struct other **out, char *why,
                   size_t why_size)
{
    const struct process_options start = {.command = options->command,
                                          .folder = options->folder,
                                          .now = options->now,
                                          .context = options->context};
    struct other *other = calloc(1, sizeof *other);
    rk_err err = RK_NO_MEMORY;
    if (!other)
        snprintf(why, why_size, "%s", rk_err_text(err));
    else
        err = process_start(&start, &other->process, why, why_size);
    if (err) {
        free(other);
        return err;
    }
    other->now = options->now;
    other->context = options->context;
    other->patience = options->patience > 0 ? options->patience : PATIENCE;
    snprintf(other->name, sizeof other->name, "%s", options->command);
    other->settings = options->settings;
    const char *problem = greet(other);
    other->settings = NULL;
    if (problem) {
        snprintf(why, why_size, "%s: %s", options->command, problem);
        other_stop(other);
        return RK_CANNOT_READ;
    }
    *out = other;
    return RK_OK;
}

void other_stop(struct other *other)
{
    if (!other)
        return;
    const bool alive = !other->dead && process_tell(other->process, "quit", now_of(other));
    process_end(other->process, alive ? LEAVING : 0);
    free(other);
}

const char *other_name(const struct other *other)
{
    return other->name;
}

const char *other_lacking(const struct other *other)
{
    return other->lacking;
}

bool other_is_alive(const struct other *other)
{
    return !other->dead;
}

// ---- games -----------------------------------------------------------------------------------

static bool set_named(struct other *other, const char *name, const char *value)
{
    return set_option(other, name, strlen(name), value);
}

static bool choose_rules(struct other *other, rk_variant variant)
{
    const bool is_960 = variant == RK_CHESS960;
    const rk_variant rules = is_960 ? RK_STANDARD : variant;
    if (is_960 && !other->plays_960)
        return false;
    if (rules != RK_STANDARD && !*other->variants[rules])
        return false;
    const char *name = *other->variants[rules] ? other->variants[rules] : "chess";
    if (other->has_variants && !set_named(other, "UCI_Variant", name))
        return false;
    return !other->plays_960 || set_named(other, "UCI_Chess960", is_960 ? "true" : "false");
}

bool other_new_game(struct other *other, rk_variant variant)
{
    if (other->dead || (other->variant != variant && !choose_rules(other, variant)))
        return false;
    other->variant = variant;
    return tell(other, "ucinewgame") && get_ready(other);
}

static void add_limit(struct buffer *line, const char *name, int64_t value)
{
    buffer_put(line, ' ');
    buffer_text(line, name);
    buffer_put(line, ' ');
    buffer_integer(line, value);
}

static void write_go(const rk_search_limits *limits, struct buffer *line)
{
    buffer_text(line, "go");
    if (limits->timed) {
        add_limit(line, "wtime", limits->left[RK_WHITE]);
        add_limit(line, "btime", limits->left[RK_BLACK]);
        add_limit(line, "winc", limits->increment[RK_WHITE]);
        add_limit(line, "binc", limits->increment[RK_BLACK]);
        if (limits->moves_to_go)
            add_limit(line, "movestogo", limits->moves_to_go);
    }
    if (limits->move_time)
        add_limit(line, "movetime", limits->move_time);
    if (limits->nodes)
        add_limit(line, "nodes", (int64_t)limits->nodes);
    if (limits->depth)
        add_limit(line, "depth", limits->depth);
    if (limits->mate)
        add_limit(line, "mate", limits->mate);
    if (!limits->timed && !limits->move_time && !limits->nodes && !limits->depth && !limits->mate)
        buffer_text(line, " infinite");
}

/* Both lines of the question, and sends them. */
static bool put_question(struct other *other, const char *fen, const char *moves,
                         const rk_search_limits *limits)
{
    struct buffer lines = {0};
    buffer_text(&lines, fen ? "position fen " : "position startpos");
    buffer_text(&lines, fen ? fen : "");
    if (moves && *moves) {
        buffer_text(&lines, " moves ");
        buffer_text(&lines, moves);
    }
    buffer_put(&lines, '\n');
    write_go(limits, &lines);
    const char *text = buffer_end(&lines);
    const bool told = !lines.failed && tell(other, text);
    buffer_fini(&lines);
    return told;
}

/* Listens for the bestmove. */
static enum other_result await_answer(struct other *other, int64_t deadline,
                                      struct other_answer *out)
{
    const char *line;
    do {
        const enum process_heard heard = process_hear(other->process, deadline, &line);
        if (heard == PROCESS_SILENT)
            return OTHER_TIMED_OUT;
        if (heard == PROCESS_ENDED) {
            other->dead = true;
            return OTHER_CRASHED;
        }
        const char *at = line;
        if (next_is(&at, "bestmove"))
            return read_best(at, out) ? OTHER_ANSWERED : OTHER_SPOKE_NONSENSE;
        at = line;
        if (next_is(&at, "info"))
            read_info(at, out);
    } while (now_of(other) <= deadline);
    return OTHER_TIMED_OUT;
}

/* A late bestmove must not be taken for the next answer: it comes now, or never. */
static void call_off(struct other *other)
{
    struct other_answer late = {.depth = 0};
    if (tell(other, "stop") &&
        await_answer(other, now_of(other) + STOPPING, &late) == OTHER_TIMED_OUT)
        other->dead = true;
}

enum other_result other_ask(struct other *other, const char *fen, const char *moves,
                            const rk_search_limits *limits, int64_t wait_at_most,
                            struct other_answer *out)
{
    *out = (struct other_answer){.best = ""};
    if (other->dead)
        return OTHER_CRASHED;
    const int64_t start = now_of(other);
    if (!put_question(other, fen, moves, limits))
        return OTHER_CRASHED;
    const enum other_result result = await_answer(other, start + wait_at_most, out);
    out->took = now_of(other) - start;
    if (result == OTHER_TIMED_OUT)
        call_off(other);
    return result;
}
