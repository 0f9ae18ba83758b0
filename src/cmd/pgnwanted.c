/* SPDX-License-Identifier: MIT */
#include "cmd/pgnwanted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "rookery/fen.h"
#include "rookery/san.h"

// ---- reading words ---------------------------------------------------------------------------

/* "2400" (and up), "2400-2500", "-2500". */
static bool read_range(const char *word, struct range *out)
{
    char *end;
    struct range range = {.given = true, .most = ~0UL};
    if (!*word || strspn(word, "0123456789-") != strlen(word) || !strcmp(word, "-"))
        return false;
    if (*word != '-')
        range.least = strtoul(word, &end, 10);
    else
        end = (char *)word;
    if (*end == '-' && end[1]) {
        if (strchr(end + 1, '-'))
            return false;
        range.most = strtoul(end + 1, &end, 10);
    }
    *out = range;
    return range.least <= range.most;
}

/* 20180128 of "2018.01.28" and of "2018-01-28"; parts that are missing or unknown become
 * `filling`. 0 if there is not even a year. */
static unsigned long read_date(const char *text, size_t size, unsigned long filling)
{
    const rk_pgn_text year = {text, size < 4 ? size : 4};
    unsigned long date = text_number_of(year);
    if (size < 4 || !date || strspn(text, "0123456789") < 4)
        return 0;
    for (size_t part = 0, at = 5; part < 2; part++, at += 3) {
        const rk_pgn_text digits = {text + at, at + 2 <= size ? 2 : 0};
        const unsigned long number = digits.size ? text_number_of(digits) : 0;
        date = date * 100 + (number ? number : filling);
    }
    return date;
}

/* "2018", "2018.01..2019", "..2019". */
static bool read_dates(const char *word, struct range *out)
{
    const char *dots = strstr(word, "..");
    const size_t first = dots ? (size_t)(dots - word) : strlen(word);
    const char *last = dots ? dots + 2 : word;
    struct range range = {.given = true, .most = ~0UL};
    if (strspn(word, "0123456789.-") != strlen(word) || !*word)
        return false;
    if (first)
        range.least = read_date(word, first, 0);
    if (*last)
        range.most = read_date(last, strlen(last), 99);
    *out = range;
    return (!first || range.least) && range.most && range.least <= range.most;
}

/* 120 of "B20", ~0 of what is no such code. */
static unsigned long read_eco(const char *text, size_t size)
{
    if (size < 3 || text[0] < 'A' || text[0] > 'E' || text[1] < '0' || text[1] > '9' ||
        text[2] < '0' || text[2] > '9')
        return ~0UL;
    return (unsigned long)((text[0] - 'A') * 100 + (text[1] - '0') * 10 + text[2] - '0');
}

/* "B20" or "B20-B99". */
static bool read_ecos(const char *word, struct range *out)
{
    const size_t size = strlen(word);
    if (size != 3 && !(size == 7 && word[3] == '-'))
        return false;
    *out = (struct range){true, read_eco(word, 3), read_eco(word + size - 3, 3)};
    return out->least <= out->most && out->most != ~0UL;
}

static bool read_result(const char *word, struct wanted *out)
{
    const rk_pgn_text text = {word, strlen(word)};
    out->has_result = true;
    out->result = game_result_of(text);
    return out->result != UNDECIDED || !strcmp(word, "*");
}

/* "Nf3 pe5 Kg1": letters as in a FEN. */
static bool read_pattern(const char *word, struct wanted *out)
{
    out->has_pattern = true;
    const char *at = word + strspn(word, " ,");
    while (*at) {
        rk_piece piece;
        if (!rk_piece_from_letter(at[0], &piece) || at[1] < 'a' || at[1] > 'h' || at[2] < '1' ||
            at[2] > '8' || (at[3] && !strchr(" ,", at[3])))
            return false;
        out->pattern[piece.side][piece.kind] |= UINT64_C(1) << ((at[2] - '1') * 8 + at[1] - 'a');
        at += 3;
        at += strspn(at, " ,");
    }
    return at != word;
}

/* "KRPvKR" is all there is on the board. Without kings only pieces count: "QvRR" says nothing of
 * pawns, unless it names some. */
static bool read_material(const char *word, struct wanted *out)
{
    struct material *material = &out->material;
    unsigned named = 0;
    rk_side side = RK_WHITE;
    for (const char *at = word; *at; at++) {
        rk_piece piece;
        if (*at == 'v' && side == RK_WHITE) {
            side = RK_BLACK;
            continue;
        }
        if (!rk_piece_from_letter(*at, &piece) || material->of[side][piece.kind] > 64)
            return false;
        material->of[side][piece.kind]++;
        named |= 1U << piece.kind;
    }
    out->has_material = true;
    out->material_kinds = (1U << RK_KIND_COUNT) - 1;
    if (!(named >> RK_KING & 1))
        out->material_kinds &= ~(1U << RK_KING | (named & 1U << RK_PAWN ? 0 : 1U << RK_PAWN));
    return side == RK_BLACK && named;
}

static int read_variant(const struct pgn_call *call, const char *word, struct wanted *out)
{
    rk_position start;
    const int status = command_parse_position(call->command, NULL, word, &start);
    out->has_variant = word;
    out->variant = (rk_variant)start.variant;
    out->start = start;
    return status;
}

/* "e4 c5 Nf3", with or without numbers. */
static int read_moves(const struct pgn_call *call, const char *word, struct wanted *out)
{
    rk_position pos = out->start;
    for (const char *at = word + strspn(word, " "); *at; at += strspn(at, " ")) {
        const size_t digits = strspn(at, "0123456789");
        if (digits && at[digits] == '.') {
            at += digits + strspn(at + digits, ".");
            continue;
        }
        const size_t size = strcspn(at, " ");
        rk_fault fault;
        rk_move move;
        rk_memo undo;
        if (out->move_count == WANTED_MOVES_MAX)
            return pgn_misuse(call, "--moves", word, "at most 200 moves");
        if (rk_san_parse(&pos, at, size, &move, &fault)) {
            fprintf(stderr, "rookery %s: --moves: %.*s: %s\n", call->command, (int)size, at,
                    fault.text);
            return EXIT_USAGE;
        }
        out->moves[out->move_count++] = move;
        rk_position_apply(&pos, move, &undo);
        at += size;
    }
    return EXIT_OK;
}

/* Those that are read by themselves: what they are called, and what they must be. */
static int read_simple(const struct pgn_call *call, const struct wanted_words *words,
                       struct wanted *out)
{
    static const char numbers[] = "MIN or MIN-MAX";
    if (words->elo && !read_range(words->elo, &out->elo))
        return pgn_misuse(call, "--elo", words->elo, numbers);
    if (words->any_elo && !read_range(words->any_elo, &out->any_elo))
        return pgn_misuse(call, "--any-elo", words->any_elo, numbers);
    if (words->length && !read_range(words->length, &out->length))
        return pgn_misuse(call, "--length", words->length, numbers);
    if (words->date && !read_dates(words->date, &out->date))
        return pgn_misuse(call, "--date", words->date, "a date or FROM..TO, such as 2018.01..2019");
    if (words->eco && !read_ecos(words->eco, &out->eco))
        return pgn_misuse(call, "--eco", words->eco, "a code or a range, such as B20-B99");
    if (words->result && !read_result(words->result, out))
        return pgn_misuse(call, "--result", words->result, "1-0, 0-1, 1/2-1/2 or *");
    if (words->pattern && !read_pattern(words->pattern, out))
        return pgn_misuse(call, "--pattern", words->pattern, "pieces on squares, such as Nf3 pe5");
    if (words->material && !read_material(words->material, out))
        return pgn_misuse(call, "--material", words->material, "like KRPvKR or QvRR");
    return EXIT_OK;
}

int wanted_read(const struct pgn_call *call, const struct wanted_words *words, struct wanted *out)
{
    *out = (struct wanted){.player = words->player, .white = words->white, .black = words->black};
    int status = read_variant(call, words->variant, out);
    if (!status && words->position) {
        out->has_position = true;
        status =
            command_parse_position(call->command, words->position, words->variant, &out->position);
        status = status ? EXIT_USAGE : status;
    }
    if (!status && words->moves)
        status = read_moves(call, words->moves, out);
    return status ? status : read_simple(call, words, out);
}

// ---- tags ------------------------------------------------------------------------------------

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c);
}

static bool contains(rk_pgn_text text, const char *word)
{
    const size_t size = strlen(word);
    for (size_t at = 0; at + size <= text.size; at++) {
        size_t same = 0;
        while (same < size && lower(text.at[at + same]) == lower(word[same]))
            same++;
        if (same == size)
            return true;
    }
    return false;
}

static bool is_named(rk_pgn_text tag, const char *word)
{
    char name[256];
    if (!word)
        return true;
    return contains((rk_pgn_text){name, rk_pgn_unescape(tag, name, sizeof name)}, word);
}

static bool in_range(const struct range *range, unsigned long number)
{
    return !range->given || (number >= range->least && number <= range->most);
}

static bool has_elo(const struct wanted *wanted, const rk_pgn_text *tags)
{
    const unsigned long white = text_number_of(tags[TAG_WHITE_ELO]);
    const unsigned long black = text_number_of(tags[TAG_BLACK_ELO]);
    const bool both = !wanted->elo.given || (white && black && in_range(&wanted->elo, white) &&
                                             in_range(&wanted->elo, black));
    return both && (!wanted->any_elo.given || (white && in_range(&wanted->any_elo, white)) ||
                    (black && in_range(&wanted->any_elo, black)));
}

// A date of which the day or the month is unknown fits if it can.
static bool has_date(const struct range *range, rk_pgn_text date)
{
    char text[16] = {0};
    const size_t size = rk_pgn_unescape(date, text, sizeof text - 1);
    return !range->given || (read_date(text, size, 99) >= range->least &&
                             read_date(text, size, 0) <= range->most && read_date(text, size, 1));
}

bool wanted_tags(const struct wanted *wanted, const struct game_tags *all)
{
    const rk_pgn_text *tags = all->of;
    return is_named(tags[TAG_WHITE], wanted->white) && is_named(tags[TAG_BLACK], wanted->black) &&
           (is_named(tags[TAG_WHITE], wanted->player) ||
            is_named(tags[TAG_BLACK], wanted->player)) &&
           has_elo(wanted, tags) && has_date(&wanted->date, tags[TAG_DATE]) &&
           in_range(&wanted->eco, read_eco(tags[TAG_ECO].at, tags[TAG_ECO].size)) &&
           (!wanted->has_variant || wanted->variant == game_tags_variant(all));
}

bool wanted_result(const struct wanted *wanted, const struct game_tags *tags, rk_pgn_text result)
{
    const rk_pgn_text tag = tags->of[TAG_RESULT];
    return !wanted->has_result || wanted->result == game_result_of(tag.size ? tag : result);
}

// ---- moves -----------------------------------------------------------------------------------

bool wanted_needs_moves(const struct wanted *wanted)
{
    return wanted->has_position || wanted->has_pattern || wanted->has_material ||
           wanted->move_count || wanted->length.given;
}

static bool is_position(const rk_position *wanted, const rk_position *pos)
{
    return wanted->by[RK_WHITE] == pos->by[RK_WHITE] && wanted->by[RK_BLACK] == pos->by[RK_BLACK] &&
           wanted->turn == pos->turn && wanted->castling == pos->castling &&
           !memcmp(wanted->of, pos->of, sizeof pos->of);
}

static bool has_pattern(const struct wanted *wanted, const rk_position *pos)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
            if (wanted->pattern[side][kind] & ~(pos->of[kind] & pos->by[side]))
                return false;
    return true;
}

static unsigned count_squares(uint64_t squares)
{
    unsigned count = 0;
    for (; squares; squares &= squares - 1)
        count++;
    return count;
}

/* Whether `us` has what is written first. */
static bool has_material(const struct wanted *wanted, const rk_position *pos, rk_side us)
{
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        if (!(wanted->material_kinds >> kind & 1))
            continue;
        for (unsigned side = 0; side < 2; side++)
            if (count_squares(pos->of[kind] & pos->by[side ^ us]) !=
                wanted->material.of[side][kind])
                return false;
    }
    return true;
}

void wanted_position(const struct wanted *wanted, const rk_position *pos,
                     struct wanted_progress *progress)
{
    if (wanted->has_position && !progress->position)
        progress->position = is_position(&wanted->position, pos);
    if (wanted->has_pattern && !progress->pattern)
        progress->pattern = has_pattern(wanted, pos);
    if (wanted->has_material && !progress->material)
        progress->material =
            has_material(wanted, pos, RK_WHITE) || has_material(wanted, pos, RK_BLACK);
}

void wanted_move(const struct wanted *wanted, const rk_position *before, rk_move move,
                 struct wanted_progress *progress)
{
    if (wanted->move_count && !progress->plies && !rk_position_same(before, &wanted->start))
        progress->astray = true;
    if (progress->plies < wanted->move_count && wanted->moves[progress->plies] != move)
        progress->astray = true;
    progress->plies++;
}

static bool is_reached(const struct wanted *wanted, const struct wanted_progress *progress)
{
    return wanted->has_position <= progress->position && wanted->has_pattern <= progress->pattern &&
           wanted->has_material <= progress->material && !progress->astray &&
           progress->plies >= wanted->move_count;
}

bool wanted_end(const struct wanted *wanted, const struct wanted_progress *progress)
{
    return is_reached(wanted, progress) && in_range(&wanted->length, (progress->plies + 1) / 2);
}

bool wanted_settled(const struct wanted *wanted, const struct wanted_progress *progress)
{
    return progress->astray || (is_reached(wanted, progress) && !wanted->length.given);
}
