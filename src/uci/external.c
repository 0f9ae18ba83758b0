/* SPDX-License-Identifier: MIT */
#include "uci/external.h"

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

struct external {
    struct process *process;
    int64_t (*now)(void *context);
    void *context;
    int64_t timeout;
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

static int64_t now_of(const struct external *external)
{
    return external->now(external->context);
}

static bool tell(struct external *external, const char *line)
{
    if (!external->dead && !process_write_line(external->process, line, now_of(external) + TELLING))
        external->dead = true;
    return !external->dead;
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

static int clamp(long number, int max)
{
    return number > max ? max : number < -max ? -max : (int)number;
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
 * there is no external. */
static void read_info(const char *at, struct external_reply *out)
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

bool external_parse_move(const char *word, size_t size, char out[8])
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

void external_set_invalid(const char *text, struct external_reply *out)
{
    token_printable(token_rest(tokens_init(text, strlen(text))), out->invalid);
}

/* Behind `bestmove`. */
static bool read_best(const char *at, struct external_reply *out)
{
    const char *const all = at, *word;
    size_t size;
    if (!next_word(&at, &word, &size) || !external_parse_move(word, size, out->best)) {
        external_set_invalid(all, out);
        return false;
    }
    if (next_is(&at, "ponder") && next_word(&at, &word, &size) &&
        !external_parse_move(word, size, out->ponder))
        out->ponder[0] = '\0';
    return true;
}

// ---- what it offers --------------------------------------------------------------------------

static void read_name(struct external *external, const char *at)
{
    if (!next_is(&at, "name"))
        return;
    at += strspn(at, " \t");
    if (*at)
        snprintf(external->name, sizeof external->name, "%s", at);
    for (char *c = external->name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
}

static void take_variant(struct external *external, const char *word, size_t size)
{
    char name[sizeof external->variants[0]];
    rk_variant variant;
    if (size >= sizeof name)
        return;
    memcpy(name, word, size);
    name[size] = '\0';
    if (rk_variant_from_name(name, &variant) && !*external->variants[variant])
        memcpy(external->variants[variant], name, size + 1);
}

/* "Hash" of "Hash=16", or the name of a button. */
static size_t size_of_name(const char *setting)
{
    return strcspn(setting, "=");
}

/* At the name of an option, which ends before the word `type`. */
static void mark_offered(struct external *external, const char *at)
{
    const char *const name = at + strspn(at, " \t"), *word, *end = name;
    size_t size;
    while (next_word(&at, &word, &size) && !is_word(word, size, "type"))
        end = word + size;
    for (size_t i = 0; external->settings && i < SETTINGS_MARKED && external->settings[i]; i++)
        if (size_of_name(external->settings[i]) == (size_t)(end - name) &&
            !strncasecmp(name, external->settings[i], (size_t)(end - name)))
            external->offered |= UINT64_C(1) << i;
}

/* Behind `option`: only those we set and the two that choose the rules matter to us. */
static void read_option(struct external *external, const char *at)
{
    const char *word;
    size_t size;
    if (!next_is(&at, "name"))
        return;
    mark_offered(external, at);
    if (!next_word(&at, &word, &size))
        return;
    if (is_word(word, size, "UCI_Chess960"))
        external->plays_960 = true;
    if (!is_word(word, size, "UCI_Variant"))
        return;
    external->has_variants = true;
    while (next_word(&at, &word, &size))
        if (is_word(word, size, "var") && next_word(&at, &word, &size))
            take_variant(external, word, size);
}

/* Listens until the line that begins with `awaited`; to the rest if `offers`. */
static bool await_word(struct external *external, const char *awaited, bool offers)
{
    const int64_t deadline = now_of(external) + external->timeout;
    const char *line;
    while (!external->dead && now_of(external) <= deadline &&
           process_read_line(external->process, deadline, &line) == PROCESS_LINE) {
        if (begins(line, awaited))
            return true;
        const char *at = line;
        if (offers && next_is(&at, "id"))
            read_name(external, at);
        at = line;
        if (offers && next_is(&at, "option"))
            read_option(external, at);
    }
    external->dead = true;
    return false;
}

// ---- life ------------------------------------------------------------------------------------

static bool set_option(struct external *external, const char *name, size_t name_size,
                       const char *value)
{
    struct buffer line = {0};
    buffer_text(&line, "setoption name ");
    buffer_add(&line, name, name_size);
    if (value) {
        buffer_text(&line, " value ");
        buffer_text(&line, value);
    }
    const char *text = buffer_end(&line);
    const bool done = !line.failed && tell(external, text);
    buffer_fini(&line);
    return done;
}

static void note_lacking(struct external *external, const char *setting, size_t size)
{
    const size_t length = strlen(external->lacking);
    snprintf(external->lacking + length, sizeof external->lacking - length, "%s%.*s",
             length ? ", " : "", (int)size, setting);
}

/* Those it does not offer too: some engines hide what they know. */
static bool make_settings(struct external *external)
{
    for (size_t i = 0; external->settings && external->settings[i]; i++) {
        const char *const setting = external->settings[i];
        const size_t size = size_of_name(setting);
        if (i < SETTINGS_MARKED && !(external->offered >> i & 1))
            note_lacking(external, setting, size);
        if (!set_option(external, setting, size, setting[size] ? setting + size + 1 : NULL))
            return false;
    }
    return true;
}

static bool get_ready(struct external *external)
{
    return tell(external, "isready") && await_word(external, "readyok", false);
}

static const char *greet(struct external *external)
{
    if (!tell(external, "uci") || !await_word(external, "uciok", true))
        return "it does not say uciok";
    if (!make_settings(external) || !get_ready(external))
        return "it does not say readyok";
    return NULL;
}

rk_err external_start(const struct external_options *options, struct external **out, char *why,
                      size_t why_size)
{
    const struct process_options start = {.command = options->command,
                                          .folder = options->folder,
                                          .now = options->now,
                                          .context = options->context};
    struct external *external = calloc(1, sizeof *external);
    rk_err err = RK_NO_MEMORY;
    if (!external)
        snprintf(why, why_size, "%s", rk_err_text(err));
    else
        err = process_start(&start, &external->process, why, why_size);
    if (err) {
        free(external);
        return err;
    }
    external->now = options->now;
    external->context = options->context;
    external->timeout = options->timeout > 0 ? options->timeout : PATIENCE;
    snprintf(external->name, sizeof external->name, "%s", options->command);
    external->settings = options->settings;
    const char *problem = greet(external);
    external->settings = NULL;
    if (problem) {
        snprintf(why, why_size, "%s: %s", options->command, problem);
        external_stop(external);
        return RK_CANNOT_READ;
    }
    *out = external;
    return RK_OK;
}

void external_stop(struct external *external)
{
    if (!external)
        return;
    const bool alive =
        !external->dead && process_write_line(external->process, "quit", now_of(external));
    process_stop(external->process, alive ? LEAVING : 0);
    free(external);
}

const char *external_name(const struct external *external)
{
    return external->name;
}

const char *external_unknown_options(const struct external *external)
{
    return external->lacking;
}

bool external_is_alive(const struct external *external)
{
    return !external->dead;
}

// ---- games -----------------------------------------------------------------------------------

static bool set_named(struct external *external, const char *name, const char *value)
{
    return set_option(external, name, strlen(name), value);
}

static bool choose_rules(struct external *external, rk_variant variant)
{
    const bool is_960 = variant == RK_CHESS960;
    const rk_variant rules = is_960 ? RK_STANDARD : variant;
    if (is_960 && !external->plays_960)
        return false;
    if (rules != RK_STANDARD && !*external->variants[rules])
        return false;
    const char *name = *external->variants[rules] ? external->variants[rules] : "chess";
    if (external->has_variants && !set_named(external, "UCI_Variant", name))
        return false;
    return !external->plays_960 || set_named(external, "UCI_Chess960", is_960 ? "true" : "false");
}

bool external_new_game(struct external *external, rk_variant variant)
{
    if (external->dead || (external->variant != variant && !choose_rules(external, variant)))
        return false;
    external->variant = variant;
    return tell(external, "ucinewgame") && get_ready(external);
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
static bool put_question(struct external *external, const char *fen, const char *moves,
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
    const bool told = !lines.failed && tell(external, text);
    buffer_fini(&lines);
    return told;
}

/* Listens for the bestmove. */
static enum external_result await_answer(struct external *external, int64_t deadline,
                                         struct external_reply *out)
{
    const char *line;
    do {
        const enum process_status heard = process_read_line(external->process, deadline, &line);
        if (heard == PROCESS_TIMED_OUT)
            return EXTERNAL_TIMED_OUT;
        if (heard == PROCESS_ENDED) {
            external->dead = true;
            return EXTERNAL_CRASHED;
        }
        const char *at = line;
        if (next_is(&at, "bestmove"))
            return read_best(at, out) ? EXTERNAL_REPLIED : EXTERNAL_INVALID_MOVE;
        at = line;
        if (next_is(&at, "info"))
            read_info(at, out);
    } while (now_of(external) <= deadline);
    return EXTERNAL_TIMED_OUT;
}

/* A late bestmove must not be taken for the next answer: it comes now, or never. */
static void call_off(struct external *external)
{
    struct external_reply late = {.depth = 0};
    if (tell(external, "stop") &&
        await_answer(external, now_of(external) + STOPPING, &late) == EXTERNAL_TIMED_OUT)
        external->dead = true;
}

enum external_result external_search(struct external *external, const char *fen, const char *moves,
                                     const rk_search_limits *limits, int64_t timeout,
                                     struct external_reply *out)
{
    *out = (struct external_reply){.best = ""};
    if (external->dead)
        return EXTERNAL_CRASHED;
    const int64_t start = now_of(external);
    if (!put_question(external, fen, moves, limits))
        return EXTERNAL_CRASHED;
    const enum external_result result = await_answer(external, start + timeout, out);
    out->elapsed = now_of(external) - start;
    if (result == EXTERNAL_TIMED_OUT)
        call_off(external);
    return result;
}
