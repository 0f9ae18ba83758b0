/* SPDX-License-Identifier: MIT */
/* The PGN writer, and its agreement with the reader: reading what was written and
 * writing it again gives the same bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "notation/pgnmove.h"
#include "rookery/fen.h"
#include "rookery/pgn.h"
#include "rookery/san.h"
#include "support/board.h"

/* A writer and the text it has written. */
struct output {
    struct buffer text;
    rk_pgn_writer writer;
    unsigned errors, games;
};

static void append(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static void output_init(struct output *output)
{
    *output = (struct output){.errors = 0};
    rk_pgn_writer_init(&output->writer, append, &output->text);
}

static rk_pgn_text text(const char *string)
{
    return (rk_pgn_text){string, strlen(string)};
}

// ---- copying games ---------------------------------------------------------------------------

static rk_pgn_next copy_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    char *unescaped = malloc(value.size + 1);
    const size_t size = rk_pgn_unescape(value, unescaped, value.size);
    rk_pgn_write_tag(&((struct output *)data)->writer, name, (rk_pgn_text){unescaped, size});
    free(unescaped);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next copy_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    rk_move same;
    if (pgnmove_read(before, san.at, san.size, &same))
        assert_int_equal(same, move);
    if (move != RK_NO_MOVE) {
        assert_int_equal(rk_san_parse(before, san.at, san.size, RK_NOTATION_PLAIN, &same, NULL),
                         RK_OK);
        assert_int_equal(same, move);
    }
    rk_pgn_write_move(&((struct output *)data)->writer, before, move);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next copy_comment(void *data, rk_pgn_text comment)
{
    rk_pgn_write_comment(&((struct output *)data)->writer, comment);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next copy_nag(void *data, unsigned nag)
{
    rk_pgn_write_nag(&((struct output *)data)->writer, nag);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next copy_begin_variation(void *data)
{
    rk_pgn_write_begin_variation(&((struct output *)data)->writer);
    return RK_PGN_CONTINUE;
}

static void copy_end_variation(void *data)
{
    rk_pgn_write_end_variation(&((struct output *)data)->writer);
}

static rk_pgn_next copy_end(void *data, const rk_position *last, rk_pgn_text result)
{
    assert_non_null(last);
    ((struct output *)data)->games++;
    rk_pgn_write_end(&((struct output *)data)->writer, result);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next count_error(void *data, const rk_pgn_error *error)
{
    print_message("line %d: %.*s: %s\n", (int)error->place.line, (int)error->token.size,
                  error->token.at, error->fault.text);
    ((struct output *)data)->errors++;
    return RK_PGN_CONTINUE;
}

/* Reads games, which must have no errors, and writes them again. */
static void copy_games(const char *pgn, size_t size, struct output *output)
{
    output_init(output);
    const rk_pgn_visitor visitor = {.data = output,
                                    .tag = copy_tag,
                                    .move = copy_move,
                                    .comment = copy_comment,
                                    .nag = copy_nag,
                                    .begin_variation = copy_begin_variation,
                                    .end_variation = copy_end_variation,
                                    .end_game = copy_end,
                                    .error = count_error};
    rk_pgn_read_text(pgn, size, (rk_pgn_place){0, 0, 0}, &visitor);
    assert_int_equal(output->errors, 0);
}

static void expect_short_lines(const struct output *output)
{
    size_t column = 0;
    for (size_t i = 0; i < output->text.size; i++) {
        column = output->text.bytes[i] == '\n' ? 0 : column + 1;
        assert_true(column < 80 || output->text.bytes[i - column + 1] == '[');
    }
}

// ---- the format ------------------------------------------------------------------------------

static void expect_copied(const char *pgn, const char *written)
{
    struct output output, again;
    copy_games(pgn, strlen(pgn), &output);
    assert_string_equal(buffer_cstr(&output.text), written);
    copy_games(output.text.bytes, output.text.size, &again);
    assert_string_equal(buffer_cstr(&again.text), written);
    buffer_fini(&output.text);
    buffer_fini(&again.text);
}

#define UNKNOWN                                                                          \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n" \
    "[Black \"?\"]\n[Result \"*\"]\n"

static void the_seven_tag_roster_comes_first_and_is_complete(void **state)
{
    (void)state;
    expect_copied("1. e4 *", UNKNOWN "\n1. e4 *\n\n");
    expect_copied("[ECO \"A00\"]\n[Result \"1-0\"]\n[Black \"B\"]\n[Event \"E\"]\n[Foo \"F\"]\n1-0",
                  "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White "
                  "\"?\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[ECO \"A00\"]\n[Foo \"F\"]\n\n1-0\n\n");
}

static void of_a_tag_given_twice_the_last_value_is_written(void **state)
{
    (void)state;
    expect_copied("[Foo \"1\"]\n[Site \"A\"]\n[Bar \"2\"]\n[Foo \"3\"]\n[Site \"?\"]\n*",
                  UNKNOWN "[Bar \"2\"]\n[Foo \"3\"]\n\n*\n\n");
}

static void tag_values_are_escaped(void **state)
{
    (void)state;
    expect_copied("[Foo \"a \\\"b\\\" c:\\\\\"]\n*",
                  UNKNOWN "[Foo \"a \\\"b\\\" c:\\\\\"]\n\n*\n\n");
}

static void move_numbers_are_written_where_they_are_needed(void **state)
{
    (void)state;
    expect_copied("e4 e5 $1 Nf3 {a} Nc6 (d6 d4 (Bc4)) Bb5 a6 -- 1-0",
                  UNKNOWN "\n1. e4 e5 $1 2. Nf3 {a} 2... Nc6 (2... d6 3. d4 (3. Bc4)) 3. Bb5 a6 4. "
                          "-- 1-0\n\n");
    expect_copied("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"] Kd7 e4 *",
                  UNKNOWN "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *\n\n");
}

static void a_missing_result_is_written_as_a_star(void **state)
{
    (void)state;
    expect_copied("1. e4", UNKNOWN "\n1. e4 *\n\n");
}

static void closing_braces_in_a_comment_become_spaces(void **state)
{
    (void)state;
    struct output output;
    output_init(&output);
    rk_pgn_write_comment(&output.writer, text(" a}b  } {c\nd}"));
    rk_pgn_write_comment(&output.writer, text(""));
    rk_pgn_write_end(&output.writer, text("*"));
    assert_string_equal(buffer_cstr(&output.text), UNKNOWN "\n{a b {c d} {} *\n\n");
    buffer_fini(&output.text);
}

static void tags_beyond_the_size_limit_are_dropped(void **state)
{
    (void)state;
    struct output output;
    static char large[RK_PGN_TAGS_MAX];
    memset(large, 'x', sizeof large);
    output_init(&output);
    rk_pgn_write_tag(&output.writer, text("Foo"), (rk_pgn_text){large, sizeof large});
    rk_pgn_write_tag(&output.writer, text("Bar"), text("b"));
    rk_pgn_write_end(&output.writer, text("*"));
    assert_string_equal(buffer_cstr(&output.text), UNKNOWN "[Bar \"b\"]\n\n*\n\n");
    buffer_fini(&output.text);
}

// ---- round trips -----------------------------------------------------------------------------

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = malloc(1 << 24);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 24, file);
    fclose(file);
    return bytes;
}

static void a_tournament_survives_a_round_trip(void **state)
{
    (void)state;
    const char *shared = getenv("ROOKERY_SHARED");
    char path[1024];
    snprintf(path, sizeof path, "%s/data/pgn/tournament.pgn", shared ? shared : "../shared");
    size_t size = 0;
    char *pgn = read_file(path, &size);
    if (!pgn) {
        print_message("skipped: there is no %s\n", path);
        skip();
    }
    struct output first, second;
    copy_games(pgn, size, &first);
    copy_games(first.text.bytes, first.text.size, &second);
    assert_true(first.games > 1000);
    assert_int_equal(first.text.size, second.text.size);
    assert_memory_equal(first.text.bytes, second.text.bytes, first.text.size);
    expect_short_lines(&first);
    free(pgn);
    buffer_fini(&first.text);
    buffer_fini(&second.text);
}

static void write_random_comment(rk_pgn_writer *writer, struct prng *prng)
{
    char comment[200];
    size_t size = 0;
    for (unsigned count = prng_below(prng, 12); count; count--)
        size += (size_t)snprintf(comment + size, sizeof comment - size, "%sw%u", size ? " " : "",
                                 prng_below(prng, 1 << 20));
    rk_pgn_write_comment(writer, (rk_pgn_text){comment, size});
}

/* Writes random moves from `pos` on, with random NAGs, comments and variations. */
static void write_line(rk_pgn_writer *writer, rk_position pos, struct prng *prng, unsigned plies,
                       unsigned depth)
{
    for (unsigned ply = 0; ply < plies; ply++) {
        rk_move moves[RK_MOVES_MAX];
        rk_undo undo;
        const size_t count = rk_moves_list(&pos, moves);
        if (!count)
            return;
        const rk_move played = moves[prng_below(prng, (unsigned)count)];
        rk_pgn_write_move(writer, &pos, played);
        if (!prng_below(prng, 6))
            rk_pgn_write_nag(writer, 1 + prng_below(prng, 255));
        if (!prng_below(prng, 6))
            write_random_comment(writer, prng);
        if (depth < 4 && !prng_below(prng, 8)) {
            rk_pgn_write_begin_variation(writer);
            write_line(writer, pos, prng, 1 + prng_below(prng, 6), depth + 1);
            rk_pgn_write_end_variation(writer);
        }
        rk_position_apply(&pos, played, &undo);
    }
}

static void write_game(struct output *output, rk_variant variant, struct prng *prng)
{
    rk_position start = rk_position_start(variant);
    char fen[RK_FEN_MAX];
    if (variant == RK_CHESS960) {
        assert_int_equal(rk_position_chess960(prng_below(prng, 960), &start), RK_OK);
        rk_fen_write(&start, RK_FEN_PLAIN, fen);
        rk_pgn_write_tag(&output->writer, text("FEN"), text(fen));
    }
    rk_pgn_write_tag(&output->writer, text("Variant"), text(rk_variant_name(variant)));
    rk_pgn_write_tag(&output->writer, text("Annotator"), text("\"random\" \\ and others"));
    write_line(&output->writer, start, prng, 40 + prng_below(prng, 100), 0);
    rk_pgn_write_end(&output->writer, text("1/2-1/2"));
}

static void random_games_of_every_variant_survive_a_round_trip(void **state)
{
    (void)state;
    struct prng prng = {20};
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        struct output output, again;
        output_init(&output);
        for (int game = 0; game < 10; game++)
            write_game(&output, (rk_variant)variant, &prng);
        copy_games(output.text.bytes, output.text.size, &again);
        assert_int_equal(again.games, 10);
        assert_string_equal(buffer_cstr(&output.text), buffer_cstr(&again.text));
        expect_short_lines(&output);
        buffer_fini(&output.text);
        buffer_fini(&again.text);
    }
}

// ---- the fast move parser --------------------------------------------------------------------

/* If the fast parser accepts a move, the full one must parse it as the same move. */
static void expect_same_move(const rk_position *pos, const char *san, size_t size, unsigned *parsed)
{
    rk_move fast, slow;
    if (!pgnmove_read(pos, san, size, &fast))
        return;
    ++*parsed;
    if (rk_san_parse(pos, san, size, RK_NOTATION_PLAIN, &slow, NULL) || fast != slow)
        fail_msg("\"%.*s\" is parsed in two ways", (int)size, san);
}

/* Text that looks like a move: a piece, some coordinates, a promotion. */
static size_t make_random_san(struct prng *prng, char *out)
{
    static const char *const heads[] = {"", "", "N", "B", "R", "Q", "K", "O"};
    static const char *const origins[] = {"", "", "", "x", "bx", "e", "1", "a1", "g7x", "f"};
    static const char *const tails[] = {"", "", "", "+", "#", "=Q", "=N+", "=K", "Q"};
    return (size_t)sprintf(out, "%s%s%c%c%s", heads[prng_below(prng, 8)],
                           origins[prng_below(prng, 10)], 'a' + (int)prng_below(prng, 8),
                           '1' + (int)prng_below(prng, 8), tails[prng_below(prng, 9)]);
}

static void the_fast_move_parser_agrees_with_the_full_one(void **state)
{
    (void)state;
    struct prng prng = {3};
    unsigned written = 0, parsed = 0, invented = 0;
    for (int game = 0; game < 200; game++) {
        rk_position pos = rk_position_start(RK_STANDARD);
        for (int ply = 0; ply < 150; ply++) {
            rk_move moves[RK_MOVES_MAX];
            char san[32];
            rk_undo undo;
            const size_t count = rk_moves_list(&pos, moves);
            for (size_t i = 0; i < count; i++, written++)
                expect_same_move(&pos, san, rk_san_write(&pos, moves[i], san), &parsed);
            for (int i = 0; i < 20; i++)
                expect_same_move(&pos, san, make_random_san(&prng, san), &invented);
            if (!count)
                break;
            rk_position_apply(&pos, moves[prng_below(&prng, (unsigned)count)], &undo);
        }
    }
    assert_true(parsed > written / 100 * 99); // all but castling and en passant
    assert_true(invented > 1000);
}

static void an_annotation_in_a_comment_stays_on_one_line(void **state)
{
    (void)state;
    struct output output;
    output_init(&output);
    rk_position pos = rk_position_start(RK_STANDARD);
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    for (int i = 0; i < 40; i++) {
        rk_move move;
        assert_int_equal(rk_san_parse(&pos, moves[i % 4], 3, RK_NOTATION_PLAIN, &move, NULL),
                         RK_OK);
        rk_pgn_write_move(&output.writer, &pos, move);
        rk_pgn_write_comment(&output.writer, text("[%clk 0:01:02] some comment_"));
        rk_undo undo;
        rk_position_apply(&pos, move, &undo);
    }
    rk_pgn_write_end(&output.writer, text("*"));
    unsigned intact = 0;
    for (const char *at = buffer_cstr(&output.text); (at = strstr(at, "[%clk 0:01:02]")); at++)
        intact++;
    assert_int_equal(intact, 40);
    assert_null(strstr(buffer_cstr(&output.text), "{\n"));
    assert_null(strstr(buffer_cstr(&output.text), "\n}"));
    buffer_fini(&output.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seven_tag_roster_comes_first_and_is_complete),
        cmocka_unit_test(of_a_tag_given_twice_the_last_value_is_written),
        cmocka_unit_test(tag_values_are_escaped),
        cmocka_unit_test(move_numbers_are_written_where_they_are_needed),
        cmocka_unit_test(a_missing_result_is_written_as_a_star),
        cmocka_unit_test(closing_braces_in_a_comment_become_spaces),
        cmocka_unit_test(tags_beyond_the_size_limit_are_dropped),
        cmocka_unit_test(a_tournament_survives_a_round_trip),
        cmocka_unit_test(random_games_of_every_variant_survive_a_round_trip),
        cmocka_unit_test(an_annotation_in_a_comment_stays_on_one_line),
        cmocka_unit_test(the_fast_move_parser_agrees_with_the_full_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
