/* SPDX-License-Identifier: MIT */
#include "rookery/pgn.h"

#include <string.h>

#include "base/utf8.h"
#include "notation/nag_symbols.h"
#include "notation/pgnmove.h"
#include "notation/pgnresult.h"
#include "notation/pgnscan.h"
#include "notation/pgntags.h"
#include "notation/reader.h"
#include "notation/typography.h"
#include "rookery/fen.h"
#include "rookery/san.h"

enum { VARIANT_NAME_MAX = 64, MOVE_NAGS_MAX = 4, NAG_MAX = 255 };

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
    unsigned depth;         /* of open variations */
    unsigned skip_depth;    /* depth of the variation being skipped; 0: none */
    uint64_t skipped_depth; /* while skipping: of open variations, which end unreported */
    struct tag_section tags;
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
    p->skipped_depth += p->depth;
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

static void report_warning(struct pgn *p, const rk_pgn_error *error)
{
    if (!p->skipping && p->visitor->warning)
        handle_next(p, p->visitor->warning(p->visitor->data, error));
}

static void warn_about_token(struct pgn *p, rk_pgn_text token, const char *message)
{
    rk_pgn_error error = {.place = place_at(p, token.at), .token = token};
    const struct reader at_token = reader_of(token.at, token.size, &error.fault);
    (void)reader_fail(&at_token, token.at, RK_BAD_SYNTAX, message);
    report_warning(p, &error);
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
    p->skipped_depth = 0;
    p->fen.found = p->variant.found = false;
    tag_section_init(&p->tags);
    p->lines[0].has_last = false;
    if (p->visitor->begin_game)
        handle_next(p, p->visitor->begin_game(p->visitor->data, place_at(p, at)));
}

/* An error in a stored tag, at its own place. */
static rk_pgn_error start_tag_error(const struct start_tag *tag, const rk_fault *fault)
{
    return (rk_pgn_error){tag->place, {tag->text, tag->size}, *fault};
}

/* A game of an unknown variant may still be ordinary chess: "Normal", "Rapid". */
static rk_variant find_variant(struct pgn *p)
{
    struct start_tag *tag = &p->variant;
    rk_variant variant = RK_STANDARD;
    if (!tag->found)
        return variant;
    char name[VARIANT_NAME_MAX] = {0};
    const bool fits = !tag->cut && tag->size < sizeof name && !memchr(tag->text, '\0', tag->size);
    memcpy(name, tag->text, fits ? tag->size : 0);
    if (fits && rk_variant_from_name(name, &variant))
        return variant;
    rk_fault fault;
    const struct reader in = reader_of(tag->text, tag->size, &fault);
    (void)reader_fail(&in, tag->text, RK_BAD_SYNTAX, "unknown variant, read as standard chess");
    const rk_pgn_error error = start_tag_error(tag, &fault);
    report_warning(p, &error);
    return RK_STANDARD;
}

/* Parses the FEN tag. An en passant square that cannot be one is dropped with a warning. */
static bool read_start(struct pgn *p, rk_variant variant, rk_position *out)
{
    const char *const fen = p->fen.text;
    const size_t size = p->fen.size;
    rk_fault fault;
    const struct reader in = reader_of(fen, size, &fault);
    if (p->fen.cut)
        (void)reader_fail(&in, in.end, RK_BAD_SYNTAX, "too long for a FEN");
    else if (!rk_fen_parse(fen, size, variant, RK_FEN_FORGIVE_CASTLING, out, &fault))
        return true;
    const rk_pgn_error error = start_tag_error(&p->fen, &fault);
    const rk_fen_option forgiving = RK_FEN_FORGIVE_CASTLING | RK_FEN_FORGIVE_EN_PASSANT;
    if (p->fen.cut || rk_fen_parse(fen, size, variant, forgiving, out, NULL)) {
        report_error(p, &error);
        return false;
    }
    report_warning(p, &error);
    return true;
}

static bool find_start(struct pgn *p, rk_position *out)
{
    const rk_variant variant = find_variant(p);
    if (p->fen.found && p->fen.size)
        return read_start(p, variant, out);
    *out = variant == RK_STANDARD ? p->standard_start : rk_position_start(variant);
    return true;
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

static void play_last(struct line *line, rk_undo *undo)
{
    if (!line->has_last)
        return;
    line->has_last = false;
    if (line->last == RK_NO_MOVE)
        rk_position_pass(&line->before, undo);
    else
        rk_position_apply(&line->before, line->last, undo);
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
    rk_undo undo;
    if (has_last)
        play_last(&p->lines[0], &undo);
    if (p->visitor->end_game &&
        p->visitor->end_game(p->visitor->data, has_last ? &p->lines[0].before : NULL, result) ==
            RK_PGN_STOP)
        p->stopped = true;
}

static void end_unfinished(struct pgn *p)
{
    const char *at = p->scan.at;
    if (p->depth)
        fail_token(p, text_between(at, at), RK_BAD_SYNTAX, "a variation is not closed");
    if (!p->stopped)
        end_game(p, text_between(at, at));
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

/* Reads a tag, or ends the game before it if it belongs to the next one. */
static void read_tag(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *at = s->at, *limit = token_limit(s);
    rk_pgn_text name, value;
    const char *end = scan_tag(at, limit, &name, &value);
    if (!end) {
        const rk_pgn_text text = text_between(at, line_end(at, limit));
        warn_about_token(p, text,
                         scan_is_long_tag(text) ? PGN_LONG_TAG_TEXT
                                                : "a tag is written as [Name \"value\"]");
        scan_skip_line(s);
        return;
    }
    const uint64_t key = tag_key(name);
    if (tag_section_ends_at(&p->tags, key, s->start, at)) {
        end_unfinished(p);
        return;
    }
    if (tag_section_repeats(&p->tags, key))
        warn_about_token(p, name, "this tag is repeated: its last value counts");
    tag_section_add(&p->tags, key);
    if (!p->skipping)
        handle_tag(p, name, value);
    s->at = end;
}

/* Returns where the comments at the current place end, if they are not too long to look ahead. */
static const char *past_comments(const struct pgn *p)
{
    const struct scan *s = &p->scan;
    return tag_section_past_comments(s->start, s->at, token_limit(s));
}

/* Reads what follows a tag and is not one. Comments before another tag of the game are skipped. */
static void end_tags(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *at = past_comments(p);
    rk_pgn_text name, value;
    const bool at_tag = at > s->at && at < s->end && *at == '[';
    if (at_tag && !(scan_tag(at, s->end, &name, &value) &&
                    tag_section_ends_at(&p->tags, tag_key(name), s->start, at)))
        s->at = at;
    else
        begin_moves(p);
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
    if (!p->skipping && p->depth == RK_PGN_DEPTH_MAX)
        fail_token(p, text_between(at, at + 1), RK_BAD_SYNTAX, "variations are nested too deeply");
    if (p->skipping) {
        p->skipped_depth++;
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
    if (p->skipping) {
        p->skipped_depth -= p->skipped_depth > 0;
        return;
    }
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
    if (reader_number(&in, NAG_MAX, &nag)) {
        s->at = in.at;
        handle_nag(p, nag);
        return;
    }
    s->at = scan_word(at + 1, token_limit(s));
    if (!is_skipping(p))
        warn_about_token(p, text_between(at, s->at), "an annotation is written as $1 to $255");
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

/* Reads a word that is a symbol, such as +- or ±. */
static bool read_symbol(struct pgn *p, rk_pgn_text word)
{
    struct plain_text plain;
    unsigned nag;
    if (!typography_replace(word.at, word.size, &plain) ||
        !nag_symbol_find(plain.text, plain.size, &nag))
        return false;
    if (nag)
        handle_nag(p, nag);
    return true;
}

/* Reads a symbol in parentheses, which is not a variation: (=) for a draw offer, (e.p.). */
static bool read_symbol_in_parentheses(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *const end = scan_word(s->at + 1, token_limit(s));
    const rk_pgn_text word = text_between(s->at + 1, end);
    if (end == s->end || *end != ')')
        return false;
    if (!is_named(word, "=") && !read_symbol(p, word))
        return false;
    s->at = end + 1;
    return true;
}

/* The symbols at the end of a move, as in Nxe5+-. The last one is first. */
struct move_nags {
    unsigned nags[MOVE_NAGS_MAX];
    size_t count;
};

/* Returns the word without such symbols. */
static rk_pgn_text split_symbols(rk_pgn_text word, struct move_nags *out)
{
    struct plain_text plain;
    const char last = word.at[word.size - 1];
    out->count = 0;
    if (nag_symbol_never_ends_with(last) || !typography_replace(word.at, word.size, &plain))
        return word;
    while (out->count < MOVE_NAGS_MAX) {
        const size_t size = nag_symbol_at_end(plain.text, plain.size, &out->nags[out->count]);
        if (!size)
            break;
        out->count++;
        plain.size -= size;
    }
    return (rk_pgn_text){word.at, plain.offsets[plain.size]};
}

static void handle_symbols(struct pgn *p, const struct move_nags *symbols)
{
    for (size_t i = symbols->count; i-- > 0 && !p->stopped;)
        handle_nag(p, symbols->nags[i]);
}

// ---- moves -----------------------------------------------------------------------------------

static void handle_move(struct pgn *p, struct line *line, rk_move move, rk_pgn_text san)
{
    line->last = move;
    line->has_last = true;
    if (p->visitor->move)
        handle_next(p, p->visitor->move(p->visitor->data, &line->before, move, san));
}

/* Returns the next special space in a word; `end` if there is none. */
static const char *find_special_space(const char *at, const char *end)
{
    for (;;) {
        while (at < end && is_ascii(*at))
            at++;
        if (at == end)
            return end;
        const char *start = at;
        char ascii;
        (void)utf8_next(&at, end);
        if (typography_read(start, end, &ascii) && ascii == ' ')
            return start;
    }
}

/* Ends a word before a special space, which separates words like an ordinary one. Returns false if
 * the word starts with a space, an ellipsis or an invisible character; the reader continues after
 * it.
 */
static bool cut_word(struct pgn *p, rk_pgn_text *word)
{
    const char *const end = word->at + word->size;
    char ascii;
    const size_t size = typography_read(word->at, end, &ascii);
    if (size && (ascii == ' ' || ascii == '.' || !ascii)) {
        p->scan.at = word->at + size;
        return false;
    }
    const char *space = find_special_space(word->at, end);
    if (space < end) {
        word->size = (size_t)(space - word->at);
        p->scan.at = space;
    }
    return true;
}

/* Drops control characters at the end of the word, such as the bytes that fill up a block. Returns
 * false after an error about one inside it. */
static bool check_controls(struct pgn *p, rk_pgn_text *word)
{
    while (word->size && class_of(word->at[word->size - 1]) & PGN_BLANK)
        word->size--;
    for (size_t i = 0; i < word->size; i++) {
        const char *at = word->at + i;
        if (!(class_of(*at) & PGN_BLANK))
            continue;
        fail_token(p, *word, RK_BAD_SYNTAX,
                   *at ? "there is a control character in this word"
                       : "there is a NUL byte in this word");
        return false;
    }
    return true;
}

static void read_unusual_move(struct pgn *p, struct line *line, rk_pgn_text word)
{
    rk_pgn_error error;
    rk_move move;
    struct move_nags symbols;
    if (!check_controls(p, &word) || !cut_word(p, &word))
        return;
    const rk_pgn_text san = split_symbols(word, &symbols);
    if (!rk_san_parse(&line->before, san.at, san.size, RK_NOTATION_NULL_MOVES, &move,
                      &error.fault)) {
        handle_move(p, line, move, san);
        handle_symbols(p, &symbols);
    } else if (!read_symbol(p, word)) {
        error.place = place_at(p, word.at);
        error.token = word;
        report_error(p, &error);
    }
}

/* Without playing moves, only their symbols can be of interest. */
static void read_move_symbols(struct pgn *p, rk_pgn_text word)
{
    struct move_nags symbols;
    if (!p->visitor->nag || !cut_word(p, &word) || read_symbol(p, word))
        return;
    split_symbols(word, &symbols);
    handle_symbols(p, &symbols);
}

static void read_move(struct pgn *p, rk_pgn_text word)
{
    if (!p->plays) {
        read_move_symbols(p, word);
        return;
    }
    struct line *line = &p->lines[p->depth];
    const bool had_last = line->has_last;
    rk_move move;
    rk_undo undo;
    play_last(line, &undo);
    if (pgnmove_read(&line->before, word.at, word.size, &move))
        handle_move(p, line, move, word);
    else
        read_unusual_move(p, line, word);
    // The word was a symbol: a variation after it still replaces the last move.
    if (had_last && !line->has_last) {
        rk_position_revert(&line->before, &undo);
        line->has_last = true;
    }
}

// ---- results and numbers ---------------------------------------------------------------------

static bool at_empty_line(const struct scan *s)
{
    unsigned ends = 0; // of lines
    for (const char *at = s->at; at < s->end && ends < 2; at++) {
        const bool is_crlf = *at == '\r' && at + 1 < s->end && at[1] == '\n';
        if (!(class_of(*at) & PGN_BLANK))
            return false;
        ends += class_of(*at) & PGN_NEWLINE && !is_crlf;
    }
    return true;
}

// A result inside a variation is an annotation. What is skipped may have one that is never closed:
// then an empty line ends the game.
static void read_result(struct pgn *p, rk_pgn_text result)
{
    if (!p->depth && (!p->skipped_depth || at_empty_line(&p->scan)))
        end_game(p, result);
}

/* Returns the size of the dot or ellipsis at `at`; 0 if there is none. */
static size_t dot_size(const char *at, const char *end)
{
    char ascii;
    if (at < end && *at == '.')
        return 1;
    const size_t size = typography_read(at, end, &ascii);
    return size && ascii == '.' ? size : 0;
}

/* Skips "12" and "12…", but not a result, castling written with zeros or the null move 0000. */
static const char *past_unusual_number(const char *digits, const char *at, const char *end)
{
    const char *after;
    char ascii;
    if (!typography_read(at, end, &ascii))
        ascii = *at;
    const bool is_null = at - digits == 4 && !memcmp(digits, "0000", 4);
    if (ascii == '-' || ascii == '/' || is_null || pgnresult_read(digits, end, &after))
        return digits;
    while (dot_size(at, end))
        at += dot_size(at, end);
    return at;
}

/* Skips "12." and "12...". */
static const char *past_number(const char *at, const char *end)
{
    const char *digits = at;
    while (at < end && class_of(*at) & PGN_DIGIT)
        at++;
    if (at > digits && at < end && *at != '.')
        return past_unusual_number(digits, at, end);
    while (at < end && *at == '.')
        at++;
    return at;
}

static void read_word(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *end = scan_word(s->at, token_limit(s));
    const rk_pgn_text word = text_between(s->at, end);
    if (class_of(*s->at) & PGN_DIGIT || !is_ascii(*s->at)) {
        const char *after, *result = pgnresult_read(s->at, token_limit(s), &after);
        if (result) {
            s->at = after;
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

/* Returns true if a game without tags starts at `at`: a move number or a legal first move. */
static bool is_first_move(const struct pgn *p, const char *at)
{
    const char *const limit = token_limit(&p->scan);
    if (at == limit)
        return false;
    const char *move_at = past_number(at, limit);
    if (class_of(*at) & PGN_DIGIT && move_at > at && move_at[-1] == '.')
        return true;
    move_at = past_blanks(move_at, limit);
    const rk_pgn_text word = text_between(move_at, scan_word(move_at, limit));
    rk_move move;
    if (pgnmove_read(&p->standard_start, word.at, word.size, &move))
        return true;
    // A word such as "bed" or "a" is not meant as a move: a move names a rank.
    bool has_rank = false;
    for (size_t i = 0; i < word.size && i < PLAIN_TEXT_MAX; i++)
        has_rank |= word.at[i] >= '1' && word.at[i] <= '8';
    return has_rank &&
           !rk_san_parse(&p->standard_start, word.at, word.size, RK_NOTATION_PLAIN, &move, NULL);
}

/* Reports the rest of the line as stray text. */
static void skip_stray(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *const at = s->at, *const limit = token_limit(s), *after = at + 1;
    if (*at == '*' || pgnresult_read(at, limit, &after)) {
        s->at = after;
        return;
    }
    for (s->at++; s->at < limit && !(class_of(*s->at) & PGN_NEWLINE); s->at++)
        if (*s->at == '[' && scan_is_tag(s->at, s->end))
            break;
    report_stray(p, text_between(at, s->at));
}

/* A tag without its end hides no other one on its line, whose end would be its own. Looking for one
 * would read the line again for each bracket. */
static void skip_malformed_tag(struct pgn *p)
{
    struct scan *s = &p->scan;
    report_stray(p, text_between(s->at, line_end(s->at, token_limit(s))));
    scan_skip_line(s);
}

static void begin_game_without_tags(struct pgn *p)
{
    begin_game(p, p->scan.at);
    if (!p->stopped)
        begin_moves(p);
}

/* A comment before the first move belongs to the game if the game has no tags. */
static void read_comment_between_games(struct pgn *p)
{
    const char *at = past_comments(p);
    if (at > p->scan.at && is_first_move(p, at))
        begin_game_without_tags(p);
    else if (at > p->scan.at)
        p->scan.at = at;
    else if (*p->scan.at == '{')
        read_comment(p);
    else
        scan_skip_line(&p->scan);
}

static void read_between_games(struct pgn *p)
{
    struct scan *s = &p->scan;
    rk_pgn_text name, value;
    if (*s->at == '{' || *s->at == ';')
        read_comment_between_games(p);
    else if (scan_tag(s->at, token_limit(s), &name, &value))
        begin_game(p, s->at);
    else if (scan_is_tag(s->at, s->end))
        skip_malformed_tag(p);
    else if (is_first_move(p, s->at))
        begin_game_without_tags(p);
    else
        skip_stray(p);
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

/* After a move number, N is what is left of a knight's move. The sign of a novelty follows a move.
 */
static void check_lone_knight(struct pgn *p)
{
    struct scan *s = &p->scan;
    const char *const at = past_blanks(s->at, s->end);
    if (at == s->end || *at != 'N' || scan_word(at, s->end) != at + 1 || !p->plays ||
        is_skipping(p))
        return;
    s->at = at + 1;
    fail_token(p, text_between(at, s->at), RK_BAD_SYNTAX, "this is not a move");
}

static void read_move_text(struct pgn *p)
{
    struct scan *s = &p->scan;
    if (class_of(*s->at) & PGN_DIGIT || *s->at == '.') {
        const char *at = past_number(s->at, token_limit(s));
        if (at > s->at) {
            s->at = at;
            check_lone_knight(p);
            return;
        }
    }
    switch (*s->at) {
    case '{':
        read_comment(p);
        break;
    case ';':
        read_line_comment(p);
        break;
    case '(':
        if (!read_symbol_in_parentheses(p))
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
        end_tags(p);
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
    p->skipped_depth = 0;
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
