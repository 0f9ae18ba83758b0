/* SPDX-License-Identifier: MIT */
#include "rookery/fen.h"

#include <string.h>

#include "base/text.h"
#include "notation/reader.h"
#include "rules/bits.h"
#include "rules/tables.h"

/* Where these fields start, for the offset of an error. */
struct field_starts {
    const char *castling, *en_passant;
};

// ---- reading ---------------------------------------------------------------------------------

/* Reports all faults of a position, at the field that causes them. */
static rk_err fail_position(const struct reader *in, const char *at, unsigned faults)
{
    reader_fail(in, at, RK_BAD_POSITION, "");
    if (!in->fault)
        return RK_BAD_POSITION;
    in->fault->position_faults = faults;
    struct text text = text_in(in->fault->text, sizeof in->fault->text);
    for (unsigned left = faults; left; left &= left - 1) {
        text_add(&text, rk_position_fault_text(left & -left));
        text_add(&text, left & (left - 1) ? "; " : "");
    }
    text_end(&text);
    return RK_BAD_POSITION;
}

static bool at_field_end(const struct reader *in)
{
    const char c = peek(in);
    return in->at == in->end || c == ' ' || c == '\t';
}

static rk_err read_pocket(struct reader *in, rk_position *pos, char closing)
{
    while (!at_field_end(in) && peek(in) != closing) {
        rk_piece piece;
        if (skip_char(in, '-'))
            continue;
        if (!rk_piece_from_letter(peek(in), &piece) || piece.kind == RK_KING)
            return reader_fail(in, in->at, RK_BAD_SYNTAX, "not a piece for the pocket");
        if (pos->pocket[piece.side][piece.kind] == UINT8_MAX)
            return reader_fail(in, in->at, RK_BAD_SYNTAX, "too many pieces in the pocket");
        pos->pocket[piece.side][piece.kind]++;
        in->at++;
    }
    if (closing && !skip_char(in, closing))
        return reader_fail(in, in->at, RK_BAD_SYNTAX, "the pocket must end with ]");
    return RK_OK;
}

static rk_err read_rank(struct reader *in, rk_position *pos, int rank)
{
    int file = 0;
    bool digit_before = false;
    while (file < 8) {
        const char c = peek(in);
        rk_piece piece;
        if (c >= '1' && c <= '8' && !digit_before && file + (c - '0') <= 8) {
            file += c - '0';
            digit_before = true;
        } else if (rk_piece_from_letter(c, &piece)) {
            const uint64_t here = bit(rank << 3 | file++);
            pos->of[piece.kind] |= here;
            pos->by[piece.side] |= here;
            digit_before = false;
            if (in->at + 1 < in->end && in->at[1] == '~') {
                pos->promoted |= here;
                in->at++;
            }
        } else if (in->at == in->end || c == '/' || c == ' ') {
            return reader_fail(in, in->at, RK_BAD_SYNTAX, "this rank has fewer than eight squares");
        } else if (c >= '1' && c <= '9') {
            return reader_fail(in, in->at, RK_BAD_SYNTAX,
                               digit_before ? "two digits in a row in one rank"
                                            : "this rank has more than eight squares");
        } else {
            return reader_fail(in, in->at, RK_BAD_SYNTAX,
                               "expected a piece or a number of empty squares");
        }
        in->at++;
    }
    return RK_OK;
}

static rk_err read_placement(struct reader *in, rk_position *pos)
{
    for (int rank = 7; rank >= 0; rank--) {
        const rk_err err = read_rank(in, pos, rank);
        if (err)
            return err;
        if (rank && !skip_char(in, '/'))
            return reader_fail(in, in->at, RK_BAD_SYNTAX,
                               at_field_end(in) ? "there are fewer than eight ranks"
                                                : "this rank has more than eight squares");
    }
    if (skip_char(in, '['))
        return read_pocket(in, pos, ']');
    if (skip_char(in, '/'))
        return read_pocket(in, pos, '\0');
    return RK_OK;
}

static rk_err read_turn(struct reader *in, rk_position *pos)
{
    if (skip_char(in, 'b'))
        pos->turn = RK_BLACK;
    else if (!skip_char(in, 'w'))
        return reader_fail(in, in->at, RK_BAD_SYNTAX, "the side to move must be w or b");
    return RK_OK;
}

// Kings that are not royal, and kings that race, do not castle.
static bool has_castling(rk_variant variant)
{
    return !(rk_variant_rules(variant) & (RK_LOSER_WINS | RK_KINGS_RACE));
}

// K and Q mean the outermost rook on that side of the king (X-FEN); another letter is the rook's
// file.
static uint64_t castling_rook(const rk_position *pos, rk_side side, char letter)
{
    const uint64_t home = rank(side, 1), king = pos->of[RK_KING] & pos->by[side] & home;
    const uint64_t rooks = pos->of[RK_ROOK] & pos->by[side] & home;
    const uint64_t left = rooks & (king - 1), right = rooks & ~(king | (king - 1));
    if (!king || !has_castling((rk_variant)pos->variant))
        return 0;
    if (letter == 'q')
        return left & -left;
    if (letter == 'k')
        return right ? bit(63 - __builtin_clzll(right)) : 0;
    return rooks & FILE_A << (letter - 'a');
}

static rk_err read_castling(struct reader *in, rk_position *pos, rk_fen_option option)
{
    if (skip_char(in, '-'))
        return RK_OK;
    for (; !at_field_end(in); in->at++) {
        const char c = peek(in), letter = (char)(c | 32);
        const bool known = letter == 'k' || letter == 'q' || (letter >= 'a' && letter <= 'h');
        if (!known)
            return reader_fail(in, in->at, RK_BAD_SYNTAX,
                               "the castling rights must be - or letters such as KQkq");
        const uint64_t rook = castling_rook(pos, c == letter ? RK_BLACK : RK_WHITE, letter);
        if (rook & pos->castling)
            return reader_fail(in, in->at, RK_BAD_SYNTAX, "this castling right is given twice");
        pos->castling |= rook;
        if (!rook && !(option & RK_FEN_FORGIVE_CASTLING))
            return fail_position(in, in->at, RK_FAULT_CASTLING);
    }
    return RK_OK;
}

static rk_err read_en_passant(struct reader *in, rk_position *pos, rk_fen_option option)
{
    rk_square square;
    if (skip_char(in, '-'))
        return RK_OK;
    if (reader_square(in, &square)) {
        pos->en_passant = square;
        return RK_OK;
    }
    while (option & RK_FEN_FORGIVE_EN_PASSANT && !at_field_end(in) && (unsigned char)*in->at > ' ')
        in->at++;
    if (option & RK_FEN_FORGIVE_EN_PASSANT && at_field_end(in))
        return RK_OK;
    return reader_fail(in, in->at, RK_BAD_SYNTAX, "the en passant square must be - or a square");
}

// Reads checks left: "3+1".
static rk_err read_checks_left(struct reader *in, rk_position *pos)
{
    const char *at = in->at;
    unsigned white, black;
    if (!reader_number(in, CHECKS_MAX, &white) || !skip_char(in, '+') ||
        !reader_number(in, CHECKS_MAX, &black))
        return reader_fail(in, at, RK_BAD_SYNTAX, "the checks left must be written as 3+3");
    pos->checks_left[RK_WHITE] = (uint8_t)white;
    pos->checks_left[RK_BLACK] = (uint8_t)black;
    return RK_OK;
}

// Reads checks given: "+0+2".
static rk_err read_checks_given(struct reader *in, rk_position *pos)
{
    const char *at = in->at;
    unsigned white, black;
    if (!skip_char(in, '+') || !reader_number(in, CHECKS_MAX, &white) || !skip_char(in, '+') ||
        !reader_number(in, CHECKS_MAX, &black))
        return reader_fail(in, at, RK_BAD_SYNTAX, "the checks given must be written as +0+0");
    pos->checks_left[RK_WHITE] = (uint8_t)(CHECKS_MAX - white);
    pos->checks_left[RK_BLACK] = (uint8_t)(CHECKS_MAX - black);
    return RK_OK;
}

static rk_err read_counters(struct reader *in, rk_position *pos)
{
    unsigned number;
    if (in->at == in->end)
        return RK_OK;
    if (!reader_number(in, RK_COUNTER_MAX, &number) || !at_field_end(in))
        return reader_fail(in, in->at, RK_BAD_SYNTAX,
                           "the half-move clock must be a number up to 9999");
    pos->halfmove_clock = (uint16_t)number;
    skip_blanks(in);
    if (in->at == in->end)
        return RK_OK;
    if (!reader_number(in, RK_COUNTER_MAX, &number) || !at_field_end(in))
        return reader_fail(in, in->at, RK_BAD_SYNTAX,
                           "the full-move number must be a number up to 9999");
    pos->move_number = number ? (uint16_t)number : 1; // many programs count from 0
    return RK_OK;
}

/* Skips to the next field. Returns false at the end and after an error. */
static bool next_field(struct reader *in, rk_err *err)
{
    if (*err)
        return false;
    if (!at_field_end(in)) {
        *err = reader_fail(in, in->at, RK_BAD_SYNTAX, "expected a space");
        return false;
    }
    skip_blanks(in);
    return in->at < in->end;
}

static bool has_plus(const struct reader *in)
{
    const char *at = in->at;
    while (at < in->end && *at >= '0' && *at <= '9')
        at++;
    return at > in->at && at < in->end && *at == '+';
}

static rk_err read_fields(struct reader *in, rk_position *pos, rk_fen_option option,
                          struct field_starts *starts)
{
    const bool checks = rk_variant_rules((rk_variant)pos->variant) & RK_CHECKS_COUNT;
    skip_blanks(in);
    rk_err err = read_placement(in, pos);
    if (!err && !next_field(in, &err) && !err)
        return reader_fail(in, in->at, RK_BAD_SYNTAX, "the side to move is missing");
    if (!err)
        err = read_turn(in, pos);
    if (next_field(in, &err)) {
        starts->castling = in->at;
        err = read_castling(in, pos, option);
    }
    if (next_field(in, &err)) {
        starts->en_passant = in->at;
        err = read_en_passant(in, pos, option);
    }
    bool more = next_field(in, &err);
    if (more && checks && has_plus(in)) {
        err = read_checks_left(in, pos);
        more = next_field(in, &err);
    }
    if (more && peek(in) != '+') {
        err = read_counters(in, pos);
        more = next_field(in, &err);
    }
    if (more && checks) {
        err = read_checks_given(in, pos);
        more = next_field(in, &err);
    }
    if (more)
        return reader_fail(in, in->at, RK_BAD_SYNTAX, "unexpected text after the FEN");
    return err;
}

rk_err rk_fen_parse(const char *text, size_t size, rk_variant variant, rk_fen_option option,
                    rk_position *out, rk_fault *fault)
{
    struct reader in = reader_of(text, size, fault);
    struct field_starts starts = {text, text};
    rk_position pos = rk_position_empty(variant);
    const rk_err err = read_fields(&in, &pos, option, &starts);
    if (err)
        return err;
    unsigned faults = rk_position_validate(&pos);
    if (faults & RK_FAULT_EN_PASSANT && option & RK_FEN_FORGIVE_EN_PASSANT) {
        pos.en_passant = RK_NO_SQUARE;
        faults = rk_position_validate(&pos);
    }
    if (faults)
        return fail_position(&in,
                             faults == RK_FAULT_CASTLING     ? starts.castling
                             : faults == RK_FAULT_EN_PASSANT ? starts.en_passant
                                                             : text,
                             faults);
    *out = pos;
    return RK_OK;
}

// ---- writing ---------------------------------------------------------------------------------

// Iterates over the pieces, which is faster than looking up every square.
static void fill_letters(const rk_position *pos, char *letters)
{
    memset(letters, 0, RK_SQUARE_COUNT);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
            const char letter = rk_piece_letter((rk_piece){(rk_kind)kind, (rk_side)side});
            for (uint64_t set = pos->of[kind] & pos->by[side]; set; set = without_lsb(set))
                letters[lsb(set)] = letter;
        }
}

static void write_rank(struct text *text, const rk_position *pos, const char *letters, int rank)
{
    int gap = 0;
    for (int square = rank << 3; square < (rank + 1) << 3; square++) {
        if (!letters[square]) {
            gap++;
            continue;
        }
        if (gap)
            text_put(text, (char)('0' + gap));
        gap = 0;
        text_put(text, letters[square]);
        if (pos->promoted & bit(square))
            text_put(text, '~');
    }
    if (gap)
        text_put(text, (char)('0' + gap));
}

static void write_placement(struct text *text, const rk_position *pos)
{
    char letters[RK_SQUARE_COUNT];
    fill_letters(pos, letters);
    for (int rank = 7; rank >= 0; rank--) {
        write_rank(text, pos, letters, rank);
        if (rank)
            text_put(text, '/');
    }
}

static void write_pocket(struct text *text, const rk_position *pos)
{
    text_put(text, '[');
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = RK_KIND_COUNT; kind-- > 0;)
            for (unsigned n = 0; n < pos->pocket[side][kind]; n++)
                text_put(text, rk_piece_letter((rk_piece){(rk_kind)kind, (rk_side)side}));
    text_put(text, ']');
}

static void write_right(struct text *text, const rk_position *pos, rk_side side, int rook,
                        rk_fen_option option)
{
    static const char letters[] = "qk";
    const int king = lsb(pos->of[RK_KING] & pos->by[side] & rank(side, 1));
    char letter = letters[rook > king];
    if (option & RK_FEN_SHREDDER || !(castling_rook(pos, side, letter) & bit(rook)))
        letter = (char)('a' + (rook & 7));
    text_put(text, side == RK_WHITE ? (char)(letter - 32) : letter);
}

static void write_castling(struct text *text, const rk_position *pos, rk_fen_option option)
{
    if (!pos->castling)
        text_put(text, '-');
    for (unsigned side = 0; side < 2; side++)
        for (uint64_t set = pos->castling & rank((rk_side)side, 1); set;) { // king's side first
            const int rook = 63 - __builtin_clzll(set);
            write_right(text, pos, (rk_side)side, rook, option);
            set ^= bit(rook);
        }
}

static void write_en_passant(struct text *text, const rk_position *pos)
{
    if (pos->en_passant == RK_NO_SQUARE) {
        text_put(text, '-');
        return;
    }
    text_put(text, (char)('a' + (pos->en_passant & 7)));
    text_put(text, (char)('1' + (pos->en_passant >> 3)));
}

size_t rk_fen_write(const rk_position *pos, rk_fen_option option, char *out)
{
    const unsigned rules = rk_variant_rules((rk_variant)pos->variant);
    struct text text = text_in(out, RK_FEN_MAX);
    write_placement(&text, pos);
    if (rules & RK_CAPTURES_DROP)
        write_pocket(&text, pos);
    text_add(&text, pos->turn == RK_WHITE ? " w " : " b ");
    write_castling(&text, pos, option);
    text_put(&text, ' ');
    write_en_passant(&text, pos);
    text_put(&text, ' ');
    if (rules & RK_CHECKS_COUNT) {
        text_number(&text, pos->checks_left[RK_WHITE]);
        text_put(&text, '+');
        text_number(&text, pos->checks_left[RK_BLACK]);
        text_put(&text, ' ');
    }
    text_number(&text, pos->halfmove_clock);
    text_put(&text, ' ');
    text_number(&text, pos->move_number);
    return text_end(&text);
}

// ---- start positions -------------------------------------------------------------------------

rk_position rk_position_start(rk_variant variant)
{
    const char *start = rk_variant_start(variant);
    rk_position pos = rk_position_empty(variant);
    // Cannot fail: a test parses every row of the table.
    if (rk_fen_parse(start, strlen(start), variant, RK_FEN_PLAIN, &pos, NULL))
        __builtin_trap();
    return pos;
}

/* Puts a piece of each side on the n-th free file of its back rank. */
static void place_on_free_file(rk_position *pos, unsigned n, rk_kind kind)
{
    for (int file = 0; file < 8; file++) {
        if (pos->by[RK_WHITE] & bit(file) || n--)
            continue;
        rk_position_put(pos, rk_square_at(file, 0), (rk_piece){kind, RK_WHITE});
        rk_position_put(pos, rk_square_at(file, 7), (rk_piece){kind, RK_BLACK});
        return;
    }
}

// Scharnagl's numbering: a bishop on each colour, the queen, the knights, then rook, king, rook.
rk_err rk_position_chess960(unsigned number, rk_position *out)
{
    static const uint8_t knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                           {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    if (number >= 960)
        return RK_BAD_POSITION;
    rk_position pos = rk_position_empty(RK_CHESS960);
    const unsigned light = number % 4 * 2 + 1, dark = number / 4 % 4 * 2;
    const uint8_t *pair = knights[number / 96];
    // Numbers count free files. Place the right knight first, so that the left one's number stays
    // valid.
    place_on_free_file(&pos, light, RK_BISHOP);
    place_on_free_file(&pos, dark > light ? dark - 1 : dark, RK_BISHOP);
    place_on_free_file(&pos, number / 16 % 6, RK_QUEEN);
    place_on_free_file(&pos, pair[1], RK_KNIGHT);
    place_on_free_file(&pos, pair[0], RK_KNIGHT);
    place_on_free_file(&pos, 0, RK_ROOK);
    place_on_free_file(&pos, 0, RK_KING);
    place_on_free_file(&pos, 0, RK_ROOK);
    pos.castling = pos.of[RK_ROOK];
    for (int file = 0; file < 8; file++) {
        rk_position_put(&pos, rk_square_at(file, 1), (rk_piece){RK_PAWN, RK_WHITE});
        rk_position_put(&pos, rk_square_at(file, 6), (rk_piece){RK_PAWN, RK_BLACK});
    }
    if (rk_position_validate(&pos))
        __builtin_trap();
    *out = pos;
    return RK_OK;
}
