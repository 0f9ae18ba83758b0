/* SPDX-License-Identifier: MIT */
#include "uci/external.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/buffer.h"
#include "uci/go.h"
#include "uci/score.h"

enum {
    HANDSHAKE_MS = 10000, /* for uciok and readyok */
    WRITE_MS = 5000,      /* for the engine to read a line */
    STOP_MS = 1000,       /* for a bestmove after `stop` */
    QUIT_MS = 500,        /* for the process to exit after `quit` */
    NAME_SIZE = 128,
    DEPTH_MAX = 1000,
    CHECKED_SETTINGS_MAX = 64
};

struct external {
    struct process *process;
    int64_t (*now)(void *context);
    void *context;
    int64_t timeout;
    bool dead;
    bool can_ponder;
    bool has_ponder;                     /* lists the option Ponder */
    struct buffer pondered;              /* the position it ponders on; empty: it does not */
    bool has_chess960;                   /* lists the option UCI_Chess960 */
    bool has_variants;                   /* lists the option UCI_Variant */
    char variants[RK_VARIANT_COUNT][32]; /* as it spells them; "" if it does not support them */
    rk_variant variant;                  /* the last one set */
    const char *const *settings;         /* during the handshake */
    uint64_t listed;                     /* the settings that are options it lists, a bit each */
    char unknown_options[NAME_SIZE];     /* the names of the other settings */
    char name[NAME_SIZE];
};

static int64_t time_now(const struct external *external)
{
    return external->now(external->context);
}

static bool send_line(struct external *external, const char *line)
{
    if (!external->dead &&
        !process_write_line(external->process, line, time_now(external) + WRITE_MS))
        external->dead = true;
    return !external->dead;
}

static bool send_buffer(struct external *external, struct buffer *buffer)
{
    const char *line = buffer_cstr(buffer);
    const bool sent = !buffer->failed && send_line(external, line);
    buffer_fini(buffer);
    return sent;
}

// ---- info and bestmove -----------------------------------------------------------------------

static void parse_count(struct tokens *tokens, uint64_t *out)
{
    struct token token;
    int64_t number;
    if (token_next(tokens, &token) && token_number(token, &number) && number >= 0)
        *out = (uint64_t)number;
}

/* Parses `info`. Takes depth and score from the best line only, and a bound only if there is no
 * exact score yet. */
static void parse_info(struct tokens tokens, struct external_reply *out)
{
    struct token word;
    int score = 0;
    bool has_score = false, is_bound = false;
    uint64_t depth = out->depth, nodes = out->nodes, line = 1;
    while (token_next(&tokens, &word) && !token_is(word, "pv") && !token_is(word, "string")) {
        if (token_is(word, "depth"))
            parse_count(&tokens, &depth);
        else if (token_is(word, "nodes"))
            parse_count(&tokens, &nodes);
        else if (token_is(word, "multipv"))
            parse_count(&tokens, &line);
        else if (token_is(word, "score"))
            has_score = score_parse(&tokens, &score);
        else if (token_is(word, "lowerbound") || token_is(word, "upperbound"))
            is_bound = true;
    }
    out->nodes = nodes;
    if (line != 1)
        return;
    out->depth = depth > DEPTH_MAX ? DEPTH_MAX : (unsigned)depth;
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

bool external_parse_move(struct token token, char out[8])
{
    const char *text = token.text;
    const size_t size = token.size;
    if (token_is(token, "0000") || token_is(token, "(none)") || token_is(token, "NULL")) {
        memcpy(out, "0000", 5);
        return true;
    }
    const bool is_drop = size == 4 && is_letter(text[0]) && text[1] == '@' && is_square(text + 2);
    const bool is_move =
        (size == 4 || (size == 5 && is_letter(text[4]))) && is_square(text) && is_square(text + 2);
    if (!is_drop && !is_move)
        return false;
    memcpy(out, text, size);
    out[size] = '\0';
    if (is_move)
        out[4] = ascii_lower(out[4]); // some engines promote to a capital letter
    return true;
}

void external_set_invalid(struct token text, struct external_reply *reply)
{
    token_printable(text, reply->invalid);
}

/* Parses the arguments of `bestmove`. */
static bool parse_bestmove(struct tokens tokens, struct external_reply *out)
{
    const struct token text = token_rest(tokens);
    struct token word;
    if (!token_next(&tokens, &word) || !external_parse_move(word, out->best)) {
        external_set_invalid(text, out);
        return false;
    }
    if (token_skip(&tokens, "ponder") && token_next(&tokens, &word) &&
        !external_parse_move(word, out->ponder))
        out->ponder[0] = '\0';
    return true;
}

// ---- id and option ---------------------------------------------------------------------------

static void parse_id(struct external *external, struct tokens tokens)
{
    if (!token_skip(&tokens, "name"))
        return;
    const struct token name = token_rest(tokens);
    if (name.size)
        snprintf(external->name, sizeof external->name, "%.*s", (int)name.size, name.text);
    token_sanitize(external->name);
}

static void add_variant(struct external *external, struct token token)
{
    char name[sizeof external->variants[0]];
    rk_variant variant;
    if (token.size >= sizeof name)
        return;
    memcpy(name, token.text, token.size);
    name[token.size] = '\0';
    if (rk_variant_from_name(name, &variant) && !*external->variants[variant])
        memcpy(external->variants[variant], name, token.size + 1);
}

/* The length of "Hash" in "Hash=16", or of the name of a button. */
static size_t setting_name_size(const char *setting)
{
    return strcspn(setting, "=");
}

/* The name of an option is everything before the word `type`. */
static void mark_listed(struct external *external, struct tokens tokens)
{
    const struct token name = token_until(&tokens, "type");
    const char *const *settings = external->settings;
    for (size_t i = 0; settings && i < CHECKED_SETTINGS_MAX && settings[i]; i++)
        if (setting_name_size(settings[i]) == name.size &&
            !strncasecmp(name.text, settings[i], name.size))
            external->listed |= UINT64_C(1) << i;
}

/* Parses `option`. Only the options we set and those that choose the variant matter. */
static void parse_option(struct external *external, struct tokens tokens)
{
    struct token word;
    if (!token_skip(&tokens, "name"))
        return;
    mark_listed(external, tokens);
    if (!token_next(&tokens, &word))
        return;
    if (token_is(word, "UCI_Chess960"))
        external->has_chess960 = true;
    if (token_is(word, "Ponder"))
        external->has_ponder = true;
    if (!token_is(word, "UCI_Variant"))
        return;
    external->has_variants = true;
    while (token_next(&tokens, &word))
        if (token_is(word, "var") && token_next(&tokens, &word))
            add_variant(external, word);
}

// ---- start and stop --------------------------------------------------------------------------

static void parse_identification(struct external *external, struct tokens tokens)
{
    if (token_skip(&tokens, "id"))
        parse_id(external, tokens);
    else if (token_skip(&tokens, "option"))
        parse_option(external, tokens);
}

/* Reads lines up to the one that starts with `expected`. */
static bool wait_for(struct external *external, const char *expected, bool identifies)
{
    const int64_t deadline = time_now(external) + external->timeout;
    const char *line;
    while (!external->dead && time_now(external) <= deadline &&
           process_read_line(external->process, deadline, &line) == PROCESS_LINE) {
        struct tokens tokens = tokens_init(line, strlen(line));
        if (token_skip(&tokens, expected))
            return true;
        if (identifies)
            parse_identification(external, tokens);
    }
    external->dead = true;
    return false;
}

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
    return send_buffer(external, &line);
}

static void add_unknown_option(struct external *external, const char *setting, size_t size)
{
    const size_t length = strlen(external->unknown_options);
    snprintf(external->unknown_options + length, sizeof external->unknown_options - length,
             "%s%.*s", length ? ", " : "", (int)size, setting);
}

static bool set_named_option(struct external *external, const char *name, const char *value)
{
    return set_option(external, name, strlen(name), value);
}

static bool send_settings(struct external *external)
{
    if (external->can_ponder && !set_named_option(external, "Ponder", "true"))
        return false;
    for (size_t i = 0; external->settings && external->settings[i]; i++) {
        const char *const setting = external->settings[i];
        const size_t size = setting_name_size(setting);
        if (i < CHECKED_SETTINGS_MAX && !(external->listed >> i & 1))
            add_unknown_option(external, setting, size);
        if (!set_option(external, setting, size, setting[size] ? setting + size + 1 : NULL))
            return false;
    }
    return true;
}

static bool wait_until_ready(struct external *external)
{
    return send_line(external, "isready") && wait_for(external, "readyok", false);
}

/* Returns what went wrong, or NULL. */
static const char *perform_handshake(struct external *external, bool ponder)
{
    if (!send_line(external, "uci") || !wait_for(external, "uciok", true))
        return "no uciok from the engine";
    external->can_ponder = ponder && external->has_ponder;
    if (!send_settings(external) || !wait_until_ready(external))
        return "no readyok from the engine";
    return NULL;
}

static void report_failed_start(const struct external *external, const char *label,
                                const char *problem, char *error, size_t error_size)
{
    char end[PROCESS_END_MAX];
    process_describe_end(external->process, end);
    snprintf(error, error_size, *end ? "%s: %s (%s)" : "%s: %s", label, problem, end);
}

rk_err external_start(const struct external_options *options, struct external **out, char *error,
                      size_t error_size)
{
    const struct process_options start = {.command = options->command,
                                          .folder = options->folder,
                                          .log = options->log,
                                          .now = options->now,
                                          .context = options->context};
    struct external *external = calloc(1, sizeof *external);
    rk_err err = RK_NO_MEMORY;
    if (!external)
        snprintf(error, error_size, "%s", rk_err_text(err));
    else
        err = process_start(&start, &external->process, error, error_size);
    if (err) {
        free(external);
        return err;
    }
    external->now = options->now;
    external->context = options->context;
    external->timeout = options->timeout > 0 ? options->timeout : HANDSHAKE_MS;
    const char *label = options->label ? options->label : options->command;
    snprintf(external->name, sizeof external->name, "%s", label);
    external->settings = options->settings;
    const char *problem = perform_handshake(external, options->ponder);
    external->settings = NULL;
    if (problem) {
        report_failed_start(external, label, problem, error, error_size);
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
        !external->dead && process_write_line(external->process, "quit", time_now(external));
    process_stop(external->process, alive ? QUIT_MS : 0);
    buffer_fini(&external->pondered);
    free(external);
}

bool external_can_ponder(const struct external *external)
{
    return external->can_ponder;
}

const char *external_name(const struct external *external)
{
    return external->name;
}

const char *external_unknown_options(const struct external *external)
{
    return external->unknown_options;
}

bool external_is_alive(const struct external *external)
{
    return !external->dead;
}

// ---- games -----------------------------------------------------------------------------------

static bool set_variant(struct external *external, rk_variant variant)
{
    const bool is_960 = variant == RK_CHESS960;
    const rk_variant rules = is_960 ? RK_STANDARD : variant;
    if (is_960 && !external->has_chess960)
        return false;
    if (rules != RK_STANDARD && !*external->variants[rules])
        return false;
    const char *name = *external->variants[rules] ? external->variants[rules] : "chess";
    if (external->has_variants && !set_named_option(external, "UCI_Variant", name))
        return false;
    return !external->has_chess960 ||
           set_named_option(external, "UCI_Chess960", is_960 ? "true" : "false");
}

static enum external_result wait_for_bestmove(struct external *external, int64_t deadline,
                                              struct external_reply *out)
{
    const char *line;
    do {
        const enum process_status status = process_read_line(external->process, deadline, &line);
        if (status == PROCESS_TIMED_OUT)
            return EXTERNAL_TIMED_OUT;
        if (status == PROCESS_ENDED) {
            external->dead = true;
            process_describe_end(external->process, out->end);
            return EXTERNAL_CRASHED;
        }
        struct tokens tokens = tokens_init(line, strlen(line));
        if (token_skip(&tokens, "bestmove"))
            return parse_bestmove(tokens, out) ? EXTERNAL_REPLIED : EXTERNAL_INVALID_MOVE;
        if (token_skip(&tokens, "info"))
            parse_info(tokens, out);
    } while (time_now(external) <= deadline);
    return EXTERNAL_TIMED_OUT;
}

/* Waits for the late bestmove: it must not be taken for the reply to the next search. False if it
 * did not come. */
static bool stop_search(struct external *external, int64_t deadline)
{
    struct external_reply late = {.depth = 0};
    buffer_clear(&external->pondered);
    if (!send_line(external, "stop"))
        return false;
    const enum external_result result = wait_for_bestmove(external, deadline, &late);
    if (result == EXTERNAL_TIMED_OUT)
        external->dead = true;
    return result != EXTERNAL_TIMED_OUT;
}

bool external_new_game(struct external *external, rk_variant variant)
{
    if (external->pondered.size)
        (void)stop_search(external, time_now(external) + STOP_MS);
    if (external->dead || (external->variant != variant && !set_variant(external, variant)))
        return false;
    external->variant = variant;
    return send_line(external, "ucinewgame") && wait_until_ready(external);
}

// ---- searches --------------------------------------------------------------------------------

static void write_position(struct buffer *out, const char *fen, const char *moves)
{
    buffer_text(out, fen ? "position fen " : "position startpos");
    buffer_text(out, fen ? fen : "");
    if (moves && *moves) {
        buffer_text(out, " moves ");
        buffer_text(out, moves);
    }
}

static bool send_search(struct external *external, const struct buffer *position,
                        const rk_search_limits *limits)
{
    struct buffer lines = {0};
    buffer_add(&lines, position->bytes, position->size);
    buffer_put(&lines, '\n');
    go_write(limits, &lines);
    return send_buffer(external, &lines);
}

static enum external_result crashed_reply(const struct external *external,
                                          struct external_reply *out)
{
    process_describe_end(external->process, out->end);
    return EXTERNAL_CRASHED;
}

/* Sends a search and waits for its reply. */
static enum external_result search_position(struct external *external,
                                            const struct buffer *position,
                                            const rk_search_limits *limits, int64_t deadline,
                                            struct external_reply *out)
{
    *out = (struct external_reply){.best = ""};
    if (external->dead || position->failed || !send_search(external, position, limits))
        return crashed_reply(external, out);
    return wait_for_bestmove(external, deadline, out);
}

/* Ends pondering: continues it if it is on this position, otherwise stops it and searches. An
 * engine that has sent a bestmove without being asked does not ponder any more; it searches, too.
 */
static enum external_result search_after_pondering(struct external *external,
                                                   const struct buffer *position,
                                                   const rk_search_limits *limits, int64_t deadline,
                                                   struct external_reply *out)
{
    const bool is_hit = !position->failed && external->pondered.size == position->size &&
                        !memcmp(external->pondered.bytes, position->bytes, position->size);
    const enum external_result early = wait_for_bestmove(external, time_now(external), out);
    if (early == EXTERNAL_CRASHED)
        return early;
    if (early == EXTERNAL_TIMED_OUT && is_hit)
        return send_line(external, "ponderhit") ? wait_for_bestmove(external, deadline, out)
                                                : crashed_reply(external, out);
    if (early == EXTERNAL_TIMED_OUT && !stop_search(external, deadline))
        return EXTERNAL_TIMED_OUT;
    return search_position(external, position, limits, deadline, out);
}

enum external_result external_search(struct external *external, const char *fen, const char *moves,
                                     const rk_search_limits *limits, int64_t timeout,
                                     struct external_reply *out)
{
    *out = (struct external_reply){.best = ""};
    struct buffer position = {0};
    const int64_t start = time_now(external);
    const bool pondered = external->pondered.size && !external->dead;
    write_position(&position, fen, moves);
    const enum external_result result = (pondered ? search_after_pondering : search_position)(
        external, &position, limits, start + timeout, out);
    buffer_clear(&external->pondered);
    buffer_fini(&position);
    out->elapsed = time_now(external) - start;
    if (result == EXTERNAL_TIMED_OUT && !external->dead)
        (void)stop_search(external, time_now(external) + STOP_MS);
    return result;
}

void external_ponder(struct external *external, const char *fen, const char *moves,
                     const rk_search_limits *limits)
{
    rk_search_limits pondering = *limits;
    if (!external->can_ponder || external->dead)
        return;
    pondering.ponder = true;
    buffer_clear(&external->pondered);
    write_position(&external->pondered, fen, moves);
    if (external->pondered.failed || !send_search(external, &external->pondered, &pondering))
        buffer_clear(&external->pondered);
}
