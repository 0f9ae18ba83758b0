/* SPDX-License-Identifier: MIT */
#include "rookery/pgn.h"

#include <string.h>

#include "notation/pgnmove.h"
#include "notation/pgnscan.h"
#include "notation/reader.h"
#include "rookery/fen.h"
#include "rookery/san.h"

enum { VARIANT_NAME_MAX = 64 };

/* A line of moves. Its last move is not played until the next one arrives, because a
 * variation starts from the position before it. */
struct line {
    rk_position before;
    rk_move last;
    bool has_last;
};

/* The FEN or Variant tag, stored until all tags are read. */
struct start_tag {
    rk_pgn_place place;
    size_t size;
    char text[RK_FEN_MAX];
    bool found, cut;
};

enum section { BETWEEN_GAMES, IN_TAGS, IN_MOVES };

struct pgn {
    struct scan scan;
    const rk_pgn_visitor *visitor;
    enum section section;
    uint64_t game;
    bool plays;     /* moves are played */
    bool has_start; /* lines[0] has a valid position */
    bool skipping;  /* ignore everything up to the end of this game */
    bool stopped;
    unsigned depth;      /* of open variations */
    unsigned skip_depth; /* depth of the variation being skipped; 0: none */
    struct start_tag fen, variant;
    rk_position standard_start;
    struct line lines[RK_PGN_DEPTH_MAX + 1];
};

// ---- calling the visitor ---------------------------------------------------------------------

static rk_pgn_text text_between(const char *at, const char *end)
{
    return (rk_pgn_text){at, (size_t)(end - at)};
}

static rk_pgn_place place_at(struct pgn *p, const char *at)
{
    return (rk_pgn_place){scan_line(&p->scan, at), p->game, scan_offset(&p->scan, at)};
}

static bool is_skipping(const struct pgn *p)
{
    return p->skipping || p->skip_depth;
}

/* Ends all open variations, so that every begin_variation has its end_variation. */
static void close_variations(struct pgn *p)
{
    for (; p->depth; p->depth--)
        if ((!p->skip_depth || p->depth <= p->skip_depth) && p->visitor->end_variation)
            p->visitor->end_variation(p->visitor->data);
    p->skip_depth = 0;
}

static void skip_game(struct pgn *p)
{
    close_variations(p);
    p->skipping = true;
}

static void handle_next(struct pgn *p, rk_pgn_next next)
{
    if (next == RK_PGN_STOP)
        p->stopped = true;
    else if (next == RK_PGN_SKIP)
        skip_game(p);
}

static void report_error(struct pgn *p, const rk_pgn_error *error)
{
    if (p->skipping)
        return;
    skip_game(p);
    if (p->visitor->error)
        handle_next(p, p->visitor->error(p->visitor->data, error));
}

static void fail_token(struct pgn *p, rk_pgn_text token, rk_err err, const char *message)
{
    if (p->skipping)
        return;
    rk_pgn_error error = {.place = place_at(p, token.at), .token = token};
    const struct reader at_token = reader_of(token.at, token.size, &error.fault);
    (void)reader_fail(&at_token, token.at, err, message);
    report_error(p, &error);
}

static void report_stray(struct pgn *p, rk_pgn_text text)
{
    if (p->visitor->stray)
        handle_next(p, p->visitor->stray(p->visitor->data, place_at(p, text.at), text));
}

// ---- games -----------------------------------------------------------------------------------

static void begin_game(struct pgn *p, const char *at)
{
    p->game++;
    p->section = IN_TAGS;
    p->skipping = p->has_start = false;
    p->fen.found = p->variant.found = false;
    p->lines[0].has_last = false;
    if (p->visitor->begin_game)
        handle_next(p, p->visitor->begin_game(p->visitor->data, place_at(p, at)));
}

/* Reports an error in a stored tag at its own place. */
static void fail_start_tag(struct pgn *p, const struct start_tag *tag, const rk_fault *fault)
{
    const rk_pgn_error error = {tag->place, {tag->text, tag->size}, *fault};
    report_error(p, &error);
}

static bool find_variant(struct pgn *p, rk_variant *out)
{
    struct start_tag *tag = &p->variant;
    *out = RK_STANDARD;
    if (!tag->found)
        return true;
    char name[VARIANT_NAME_MAX] = {0};
    const bool fits = !tag->cut && tag->size < sizeof name && !memchr(tag->text, '\0', tag->size);
    memcpy(name, tag->text, fits ? tag->size : 0);
    if (fits && rk_variant_from_name(name, out))
        return true;
    rk_fault fault;
    const struct reader in = reader_of(tag->text, tag->size, &fault);
    (void)reader_fail(&in, tag->text, RK_BAD_SYNTAX, "unknown variant");
    fail_start_tag(p, tag, &fault);
    return false;
}

static bool find_start(struct pgn *p, rk_position *out)
{
    rk_variant variant;
    if (!find_variant(p, &variant))
        return false;
    if (!p->fen.found) {
        *out = variant == RK_STANDARD ? p->standard_start : rk_position_start(variant);
        return true;
    }
    rk_fault fault;
    const struct reader in = reader_of(p->fen.text, p->fen.size, &fault);
    rk_err err;
    if (p->fen.cut)
        err = reader_fail(&in, in.end, RK_BAD_SYNTAX, "too long for a FEN");
    else
        err = rk_fen_parse(p->fen.text, p->fen.size, variant, RK_FEN_FORGIVE_CASTLING, out, &fault);
    if (err)
        fail_start_tag(p, &p->fen, &fault);
    return !err;
}

static void begin_moves(struct pgn *p)
{
    p->section = IN_MOVES;
    if (p->skipping || !(p->plays || p->visitor->begin_moves))
        return;
    p->has_start = find_start(p, &p->lines[0].before);
    if (p->has_start && p->visitor->begin_moves)
        handle_next(p, p->visitor->begin_moves(p->visitor->data, &p->lines[0].before));
}

static void play_last(struct line *line)
{
    if (!line->has_last)
        return;
    line->has_last = false;
    rk_undo undo;
    if (line->last == RK_NO_MOVE)
        rk_position_pass(&line->before, &undo);
    else
        rk_position_apply(&line->before, line->last, &undo);
}

static void end_game(struct pgn *p, rk_pgn_text result)
{
    if (p->section == IN_TAGS)
        begin_moves(p);
    if (p->stopped)
        return;
    if (p->depth)
        close_variations(p);
    p->section = BETWEEN_GAMES;
    p->skipping = true; // text between games is not an error
    const bool has_last = p->has_start && p->plays;
    if (has_last)
        play_last(&p->lines[0]);
    if (p->visitor->end_game &&
        p->visitor->end_game(p->visitor->data, has_last ? &p->lines[0].before : NULL, result) ==
            RK_PGN_STOP)
        p->stopped = true;
}

// ---- tags ------------------------------------------------------------------------------------

static bool is_named(rk_pgn_text name, const char *word)
{
    return name.size == strlen(word) && !memcmp(name.at, word, name.size);
}

static void store_tag(struct pgn *p, struct start_tag *tag, rk_pgn_text value)
{
    tag->found = true;
    tag->place = place_at(p, value.at);
    tag->size = rk_pgn_unescape(value, tag->text, sizeof tag->text);
    tag->cut = value.size > sizeof tag->text;
}

static void handle_tag(struct pgn *p, rk_pgn_text name, rk_pgn_text value)
{
    if (is_named(name, "FEN"))
        store_tag(p, &p->fen, value);
    else if (is_named(name, "Variant"))
        store_tag(p, &p->variant, value);
    if (p->visitor->tag)
        handle_next(p, p->visitor->tag(p->visitor->data, name, value));
}

static void read_tag(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *at = s->at, *limit = token_limit(s);
    rk_pgn_text name, value;
    const char *end = scan_tag(at, limit, &name, &value);
    if (!end) {
        end = line_end(at, limit);
        fail_token(p, text_between(at, end), RK_BAD_SYNTAX, "a tag is written as [Name \"value\"]");
    } else if (!p->skipping) {
        handle_tag(p, name, value);
    }
    s->at = end;
}

// ---- comments and variations -----------------------------------------------------------------

static void handle_comment(struct pgn *p, rk_pgn_text text)
{
    if (!is_skipping(p) && p->section != BETWEEN_GAMES && p->visitor->comment)
        handle_next(p, p->visitor->comment(p->visitor->data, text));
}

/* An unclosed comment could end anywhere: skip to the next game. */
static void fail_comment(struct pgn *p, const char *at)
{
    struct scan *s = &p->scan;
    if (p->section == BETWEEN_GAMES)
        report_stray(p, text_between(at, at + 1));
    fail_token(p, text_between(at, at + 1), RK_BAD_SYNTAX, "comment not closed, or too long");
    s->at = at + 1;
    while (!p->stopped && s->at < s->end) {
        s->at = line_end(s->at, s->end);
        s->at = past_blanks(s->at, s->end);
        scan_ahead(s);
        if (scan_is_tag(s->at, s->end) && at_line_start(s, s->at))
            return;
        s->at += s->at < s->end;
    }
}

static void read_comment(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *at = s->at;
    const char *close = memchr(at, '}', (size_t)(token_limit(s) - at));
    if (!close) {
        fail_comment(p, at);
        return;
    }
    s->at = close + 1;
    handle_comment(p, text_between(at + 1, close));
}

/* Reads a comment from `;` to the end of the line. */
static void read_line_comment(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *at = s->at, *end = line_end(at, token_limit(s));
    s->at = end;
    if (end - at <= RK_PGN_TOKEN_MAX) {
        handle_comment(p, text_between(at + 1, end));
        return;
    }
    fail_token(p, text_between(at, at + 1), RK_BAD_SYNTAX, "comment too long");
    scan_skip_line(s);
}

static void open_variation(struct pgn *p)
{
    const char *at = p->scan.at++;
    if (p->skipping)
        return;
    if (p->depth == RK_PGN_DEPTH_MAX) {
        fail_token(p, text_between(at, at + 1), RK_BAD_SYNTAX, "variations are nested too deeply");
        return;
    }
    p->depth++;
    if (p->skip_depth)
        return;
    if (p->plays) {
        p->lines[p->depth].before = p->lines[p->depth - 1].before;
        p->lines[p->depth].has_last = false;
    }
    if (!p->visitor->begin_variation)
        return;
    const rk_pgn_next next = p->visitor->begin_variation(p->visitor->data);
    if (next == RK_PGN_SKIP)
        p->skip_depth = p->depth;
    else
        handle_next(p, next);
}

static void close_variation(struct pgn *p)
{
    const char *at = p->scan.at++;
    if (p->skipping)
        return;
    if (!p->depth) {
        fail_token(p, text_between(at, at + 1), RK_BAD_SYNTAX, "no variation to close");
        return;
    }
    if (p->skip_depth == p->depth)
        p->skip_depth = 0;
    if (!p->skip_depth && p->visitor->end_variation)
        p->visitor->end_variation(p->visitor->data);
    p->depth--;
}

// ---- annotations -----------------------------------------------------------------------------

static void handle_nag(struct pgn *p, unsigned nag)
{
    if (!is_skipping(p) && p->visitor->nag)
        handle_next(p, p->visitor->nag(p->visitor->data, nag));
}

// $3
static void read_nag(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *at = s->at;
    struct reader in = reader_of(at + 1, (size_t)(s->end - at - 1), NULL);
    unsigned nag;
    if (reader_number(&in, 255, &nag)) {
        s->at = in.at;
        handle_nag(p, nag);
        return;
    }
    s->at = scan_word(at + 1, token_limit(s));
    fail_token(p, text_between(at, s->at), RK_BAD_SYNTAX, "an annotation is written as $1 to $255");
}

// ! ? !! ?? !? ?!
static void read_glyph(struct pgn *p)
{
    struct scan *s = &p->scan;
    const bool good = *s->at++ == '!';
    if (s->at == s->end || (*s->at != '!' && *s->at != '?')) {
        handle_nag(p, good ? 1 : 2);
        return;
    }
    const bool then_good = *s->at++ == '!';
    handle_nag(p, good ? (then_good ? 3 : 5) : (then_good ? 6 : 4));
}

/* Symbols that people write after moves. Those with NAG 0 are ignored. */
static const struct {
    const char *word;
    unsigned nag;
} symbols[] = {{"=", 10},   {"+/=", 14}, {"+=", 14}, {"=/+", 15}, {"=+", 15},  {"+/-", 16},
               {"-/+", 17}, {"+-", 18},  {"-+", 19}, {"N", 146},  {"e.p.", 0}, {"ep", 0}};

static bool read_symbol(struct pgn *p, rk_pgn_text word)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (is_named(word, symbols[i].word)) {
            if (symbols[i].nag)
                handle_nag(p, symbols[i].nag);
            return true;
        }
    return false;
}

// ---- moves -----------------------------------------------------------------------------------

static void handle_move(struct pgn *p, struct line *line, rk_move move, rk_pgn_text san)
{
    line->last = move;
    line->has_last = true;
    if (p->visitor->move)
        handle_next(p, p->visitor->move(p->visitor->data, &line->before, move, san));
}

static void read_unusual_move(struct pgn *p, struct line *line, rk_pgn_text word)
{
    rk_pgn_error error;
    rk_move move;
    if (read_symbol(p, word)) {
        return;
    } else if (!rk_san_parse(&line->before, word.at, word.size, RK_NOTATION_NULL_MOVES, &move,
                             &error.fault)) {
        handle_move(p, line, move, word);
    } else {
        error.place = place_at(p, word.at);
        error.token = word;
        report_error(p, &error);
    }
}

static void read_move(struct pgn *p, rk_pgn_text word)
{
    if (!p->plays) {
        if (p->visitor->nag)
            read_symbol(p, word);
        return;
    }
    struct line *line = &p->lines[p->depth];
    rk_move move;
    play_last(line);
    if (pgnmove_read(&line->before, word.at, word.size, &move))
        handle_move(p, line, move, word);
    else
        read_unusual_move(p, line, word);
}

// ---- results and numbers ---------------------------------------------------------------------

/* Returns the result in its canonical spelling; NULL if the word is not a result. */
static const char *parse_result(rk_pgn_text word)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (is_named(word, results[i]))
            return results[i];
    return is_named(word, "1/2") ? results[2] : NULL;
}

// A result inside a variation is an annotation.
static void read_result(struct pgn *p, rk_pgn_text result)
{
    if (!p->depth)
        end_game(p, result);
}

/* Skips "12." and "12...", but not "1-0" or "1/2". */
static const char *past_number(const char *at, const char *end)
{
    const char *digits = at;
    while (at < end && class_of(*at) & PGN_DIGIT)
        at++;
    if (at > digits && at < end && (*at == '-' || *at == '/'))
        return digits;
    while (at < end && *at == '.')
        at++;
    return at;
}

static void read_word(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *end = scan_word(s->at, token_limit(s));
    const rk_pgn_text word = text_between(s->at, end);
    if (class_of(*s->at) & PGN_DIGIT) {
        const char *result = parse_result(word);
        if (result) {
            s->at = end;
            read_result(p, (rk_pgn_text){result, strlen(result)});
            return;
        }
    }
    s->at = end > s->at ? end : s->at + 1;
    if (word.size > RK_PGN_TOKEN_MAX) {
        fail_token(p, text_between(word.at, word.at + 1), RK_BAD_SYNTAX, "word too long");
    } else if (!word.size) {
        fail_token(p, text_between(word.at, s->at), RK_BAD_SYNTAX, "unexpected character");
    } else if (!is_skipping(p)) {
        read_move(p, word);
    }
}

// ---- the file --------------------------------------------------------------------------------

static void end_unfinished(struct pgn *p)
{
    const char *at = p->scan.at;
    if (p->depth)
        fail_token(p, text_between(at, at), RK_BAD_SYNTAX, "a variation is not closed");
    if (!p->stopped)
        end_game(p, text_between(at, at));
}

/* Returns true if a game without tags starts here: a move number or a legal first move. */
static bool is_first_move(const struct pgn *p)
{
    const struct scan *s = &p->scan;
    const char *const limit = token_limit(s);
    const char *at = past_number(s->at, limit);
    if (class_of(*s->at) & PGN_DIGIT && at > s->at && at[-1] == '.')
        return true;
    at = past_blanks(at, limit);
    rk_move move;
    return pgnmove_read(&p->standard_start, at, (size_t)(scan_word(at, limit) - at), &move);
}

/* Reports the rest of the line as stray text. */
static void skip_stray(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *const at = s->at, *const limit = token_limit(s), *end = scan_word(at, limit);
    if (*at == '*' || parse_result(text_between(at, end))) {
        s->at += *at == '*' ? 1 : end - at;
        return;
    }
    for (s->at++; s->at < limit && !(class_of(*s->at) & PGN_NEWLINE); s->at++)
        if (*s->at == '[' && scan_is_tag(s->at, s->end))
            break;
    report_stray(p, text_between(at, s->at));
}

static void read_between_games(struct pgn *p)
{
    struct scan *s = &p->scan;
    if (*s->at == '{') {
        read_comment(p);
    } else if (*s->at == ';') {
        scan_skip_line(s);
    } else if (scan_is_tag(s->at, s->end)) {
        begin_game(p, s->at);
    } else if (is_first_move(p)) {
        begin_game(p, s->at);
        if (!p->stopped)
            begin_moves(p);
    } else {
        skip_stray(p);
    }
}

static void read_star(struct pgn *p)
{
    const char *at = p->scan.at++;
    read_result(p, text_between(at, at + 1));
}

static void read_bracket(struct pgn *p)
{
    if (scan_is_tag(p->scan.at, p->scan.end))
        end_unfinished(p);
    else
        read_word(p);
}

static void read_move_text(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *at = past_number(s->at, token_limit(s));
    if (at > s->at) {
        s->at = at;
        return;
    }
    switch (*at) {
    case '{':
        read_comment(p);
        break;
    case ';':
        read_line_comment(p);
        break;
    case '(':
        open_variation(p);
        break;
    case ')':
        close_variation(p);
        break;
    case '$':
        read_nag(p);
        break;
    case '!':
    case '?':
        read_glyph(p);
        break;
    case '*':
        read_star(p);
        break;
    case '[':
        read_bracket(p);
        break;
    default:
        read_word(p);
    }
}

static void read_token(struct pgn *p)
{
    struct scan *s = &p->scan;
    if (*s->at == '%' && at_line_start(s, s->at))
        scan_skip_line(s);
    else if (p->section == IN_MOVES)
        read_move_text(p);
    else if (p->section == BETWEEN_GAMES)
        read_between_games(p);
    else if (*s->at == '[')
        read_tag(p);
    else
        begin_moves(p);
}

/* Does not clear `lines`, which are large and filled when needed. */
static void start_reading(struct pgn *p, const rk_pgn_visitor *visitor, struct scan scan)
{
    p->scan = scan;
    p->visitor = visitor;
    p->section = BETWEEN_GAMES;
    p->game = 0;
    p->standard_start = rk_position_start(RK_STANDARD);
    p->plays = visitor->validate || visitor->move;
    p->skipping = true; // until a game starts
    p->has_start = p->stopped = false;
    p->depth = p->skip_depth = 0;
}

static void read_all(struct pgn *p)
{
    struct scan *s = &p->scan;
    while (!p->stopped) {
        scan_ahead(s);
        s->at = past_blanks(s->at, s->end);
        if (s->at < s->end)
            read_token(p);
        else if (s->drained)
            break;
    }
    if (!p->stopped && p->section != BETWEEN_GAMES)
        end_unfinished(p);
}

void rk_pgn_read_text(const char *text, size_t size, rk_pgn_place before,
                      const rk_pgn_visitor *visitor)
{
    struct pgn p;
    start_reading(&p, visitor, scan_text(text, size, before));
    p.game = before.game;
    read_all(&p);
}

rk_err rk_pgn_read(rk_pgn_source *source, void *data, const rk_pgn_visitor *visitor)
{
    char window[PGN_WINDOW];
    struct pgn p;
    start_reading(&p, visitor, scan_source(source, data, window));
    read_all(&p);
    return p.scan.failed ? RK_CANNOT_READ : RK_OK;
}
