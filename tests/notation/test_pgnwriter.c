/* SPDX-License-Identifier: MIT */
/* The PGN writer, and that reader and writer agree: what is written is read
 * again as it was meant, and writing it again gives the same bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/pgnmove.h"
#include "rookery/fen.h"
#include "rookery/pgn.h"
#include "rookery/san.h"
#include "support/board.h"

/* What was written, and how. */
struct page {
    char *bytes;
    size_t size, room;
    rk_pgn_writer writer;
    unsigned errors, games;
};

static void put(void *data, const char *bytes, size_t size)
{
    struct page *page = data;
    if (page->size + size + 1 > page->room) {
        page->room = 2 * (page->size + size) + 1024;
        page->bytes = realloc(page->bytes, page->room);
        assert_non_null(page->bytes);
    }
    memcpy(page->bytes + page->size, bytes, size);
    page->size += size;
    page->bytes[page->size] = '\0';
}

static void open_page(struct page *page)
{
    *page = (struct page){.size = 0};
    rk_pgn_writer_init(&page->writer, put, page);
}

static rk_pgn_text text(const char *words)
{
    return (rk_pgn_text){words, strlen(words)};
}

// ---- writing down what is read ---------------------------------------------------------------

static rk_pgn_next copy_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    char *meant = malloc(value.size + 1);
    const size_t size = rk_pgn_unescape(value, meant, value.size);
    rk_pgn_write_tag(&((struct page *)data)->writer, name, (rk_pgn_text){meant, size});
    free(meant);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next copy_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    rk_move same;
    if (pgnmove_read(before, san.at, san.size, &same))
        assert_int_equal(same, move);
    if (move != RK_NO_MOVE) {
        assert_int_equal(rk_san_parse(before, san.at, san.size, &same, NULL), RK_OK);
        assert_int_equal(same, move);
    }
    rk_pgn_write_move(&((struct page *)data)->writer, before, move);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next copy_comment(void *data, rk_pgn_text comment)
{
    rk_pgn_write_comment(&((struct page *)data)->writer, comment);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next copy_nag(void *data, unsigned nag)
{
    rk_pgn_write_nag(&((struct page *)data)->writer, nag);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next copy_open(void *data)
{
    rk_pgn_write_begin_variation(&((struct page *)data)->writer);
    return RK_PGN_CONTINUE;
}

static void copy_close(void *data)
{
    rk_pgn_write_end_variation(&((struct page *)data)->writer);
}

static rk_pgn_next copy_end(void *data, const rk_position *last, rk_pgn_text result)
{
    assert_non_null(last);
    ((struct page *)data)->games++;
    rk_pgn_write_end(&((struct page *)data)->writer, result);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next count_error(void *data, const rk_pgn_error *error)
{
    print_message("line %d: %.*s: %s\n", (int)error->place.line, (int)error->token.size,
                  error->token.at, error->fault.text);
    ((struct page *)data)->errors++;
    return RK_PGN_CONTINUE;
}

/* Reads `pgn` without any error and writes what it says to a new page. */
static void copy(const char *pgn, size_t size, struct page *page)
{
    open_page(page);
    const rk_pgn_visitor visitor = {.data = page,
                                    .tag = copy_tag,
                                    .move = copy_move,
                                    .comment = copy_comment,
                                    .nag = copy_nag,
                                    .begin_variation = copy_open,
                                    .end_variation = copy_close,
                                    .end_game = copy_end,
                                    .error = count_error};
    rk_pgn_read_text(pgn, size, (rk_pgn_place){0, 0, 0}, &visitor);
    assert_int_equal(page->errors, 0);
}

static void expect_narrow(const struct page *page)
{
    size_t column = 0;
    for (size_t i = 0; i < page->size; i++) {
        column = page->bytes[i] == '\n' ? 0 : column + 1;
        assert_true(column < 80 || page->bytes[i - column + 1] == '[');
    }
}

// ---- what is written -------------------------------------------------------------------------

static void expect_copied(const char *pgn, const char *written)
{
    struct page page, again;
    copy(pgn, strlen(pgn), &page);
    assert_string_equal(page.bytes, written);
    copy(page.bytes, page.size, &again);
    assert_string_equal(again.bytes, written);
    free(page.bytes);
    free(again.bytes);
}

#define UNKNOWN                                                                          \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n" \
    "[Black \"?\"]\n[Result \"*\"]\n"

static void the_seven_tags_come_first_and_are_never_missing(void **state)
{
    (void)state;
    expect_copied("1. e4 *", UNKNOWN "\n1. e4 *\n\n");
    expect_copied("[ECO \"A00\"]\n[Result \"1-0\"]\n[Black \"B\"]\n[Event \"E\"]\n[Foo \"F\"]\n1-0",
                  "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White "
                  "\"?\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[ECO \"A00\"]\n[Foo \"F\"]\n\n1-0\n\n");
}

static void values_are_escaped(void **state)
{
    (void)state;
    expect_copied("[Foo \"a \\\"b\\\" c:\\\\\"]\n*",
                  UNKNOWN "[Foo \"a \\\"b\\\" c:\\\\\"]\n\n*\n\n");
}

static void numbers_stand_where_they_are_needed(void **state)
{
    (void)state;
    expect_copied("e4 e5 $1 Nf3 {a} Nc6 (d6 d4 (Bc4)) Bb5 a6 -- 1-0",
                  UNKNOWN "\n1. e4 e5 $1 2. Nf3 {a} 2... Nc6 (2... d6 3. d4 (3. Bc4)) 3. Bb5 a6 4. "
                          "-- 1-0\n\n");
    expect_copied("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"] Kd7 e4 *",
                  UNKNOWN "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *\n\n");
}

static void a_missing_result_is_a_star(void **state)
{
    (void)state;
    expect_copied("1. e4", UNKNOWN "\n1. e4 *\n\n");
}

static void a_comment_cannot_end_itself(void **state)
{
    (void)state;
    struct page page;
    open_page(&page);
    rk_pgn_write_comment(&page.writer, text(" a}b  } {c\nd}"));
    rk_pgn_write_comment(&page.writer, text(""));
    rk_pgn_write_end(&page.writer, text("*"));
    assert_string_equal(page.bytes, UNKNOWN "\n{a b {c d} {} *\n\n");
    free(page.bytes);
}

static void tags_without_measure_are_dropped(void **state)
{
    (void)state;
    struct page page;
    static char large[RK_PGN_TAGS_MAX];
    memset(large, 'x', sizeof large);
    open_page(&page);
    rk_pgn_write_tag(&page.writer, text("Foo"), (rk_pgn_text){large, sizeof large});
    rk_pgn_write_tag(&page.writer, text("Bar"), text("b"));
    rk_pgn_write_end(&page.writer, text("*"));
    assert_string_equal(page.bytes, UNKNOWN "[Bar \"b\"]\n\n*\n\n");
    free(page.bytes);
}

// ---- games of all kinds ----------------------------------------------------------------------

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

static void a_tournament_is_read_without_error_and_written_the_same_twice(void **state)
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
    struct page first, second;
    copy(pgn, size, &first);
    copy(first.bytes, first.size, &second);
    assert_true(first.games > 1000);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.bytes, second.bytes, first.size);
    expect_narrow(&first);
    free(pgn);
    free(first.bytes);
    free(second.bytes);
}

static void write_some_words(rk_pgn_writer *writer, struct prng *prng)
{
    char words[200];
    size_t size = 0;
    for (unsigned count = prng_below(prng, 12); count; count--)
        size += (size_t)snprintf(words + size, sizeof words - size, "%sw%u", size ? " " : "",
                                 prng_below(prng, 1 << 20));
    rk_pgn_write_comment(writer, (rk_pgn_text){words, size});
}

/* Some plies from `pos`, with what may stand between them. */
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
            write_some_words(writer, prng);
        if (depth < 4 && !prng_below(prng, 8)) {
            rk_pgn_write_begin_variation(writer);
            write_line(writer, pos, prng, 1 + prng_below(prng, 6), depth + 1);
            rk_pgn_write_end_variation(writer);
        }
        rk_position_apply(&pos, played, &undo);
    }
}

static void write_game(struct page *page, rk_variant variant, struct prng *prng)
{
    rk_position start = rk_position_start(variant);
    char fen[RK_FEN_MAX];
    if (variant == RK_CHESS960) {
        assert_int_equal(rk_position_chess960(prng_below(prng, 960), &start), RK_OK);
        rk_fen_write(&start, RK_FEN_PLAIN, fen);
        rk_pgn_write_tag(&page->writer, text("FEN"), text(fen));
    }
    rk_pgn_write_tag(&page->writer, text("Variant"), text(rk_variant_name(variant)));
    rk_pgn_write_tag(&page->writer, text("Annotator"), text("\"chance\" \\ and others"));
    write_line(&page->writer, start, prng, 40 + prng_below(prng, 100), 0);
    rk_pgn_write_end(&page->writer, text("1/2-1/2"));
}

static void games_of_every_variant_are_read_as_they_were_written(void **state)
{
    (void)state;
    struct prng prng = {20};
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        struct page page, again;
        open_page(&page);
        for (int game = 0; game < 10; game++)
            write_game(&page, (rk_variant)variant, &prng);
        copy(page.bytes, page.size, &again);
        assert_int_equal(again.games, 10);
        assert_string_equal(page.bytes, again.bytes);
        expect_narrow(&page);
        free(page.bytes);
        free(again.bytes);
    }
}

// ---- the short way to a move -----------------------------------------------------------------

/* Where the short way says yes, the long way says the same. */
static void expect_same(const rk_position *pos, const char *san, size_t size, unsigned *taken)
{
    rk_move fast, slow;
    if (!pgnmove_read(pos, san, size, &fast))
        return;
    ++*taken;
    if (rk_san_parse(pos, san, size, &slow, NULL) || fast != slow)
        fail_msg("\"%.*s\" is read in two ways", (int)size, san);
}

/* A word that could be a move: a piece, some coordinates, a promotion. */
static size_t make_up(struct prng *prng, char *out)
{
    static const char *const heads[] = {"", "", "N", "B", "R", "Q", "K", "O"};
    static const char *const origins[] = {"", "", "", "x", "bx", "e", "1", "a1", "g7x", "f"};
    static const char *const tails[] = {"", "", "", "+", "#", "=Q", "=N+", "=K", "Q"};
    return (size_t)sprintf(out, "%s%s%c%c%s", heads[prng_below(prng, 8)],
                           origins[prng_below(prng, 10)], 'a' + (int)prng_below(prng, 8),
                           '1' + (int)prng_below(prng, 8), tails[prng_below(prng, 9)]);
}

static void the_short_way_to_a_move_leads_where_the_long_one_does(void **state)
{
    (void)state;
    struct prng prng = {3};
    unsigned asked = 0, taken = 0, made_up = 0;
    for (int game = 0; game < 200; game++) {
        rk_position pos = rk_position_start(RK_STANDARD);
        for (int ply = 0; ply < 150; ply++) {
            rk_move moves[RK_MOVES_MAX];
            char san[32];
            rk_undo undo;
            const size_t count = rk_moves_list(&pos, moves);
            for (size_t i = 0; i < count; i++, asked++)
                expect_same(&pos, san, rk_san_write(&pos, moves[i], san), &taken);
            for (int i = 0; i < 20; i++)
                expect_same(&pos, san, make_up(&prng, san), &made_up);
            if (!count)
                break;
            rk_position_apply(&pos, moves[prng_below(&prng, (unsigned)count)], &undo);
        }
    }
    assert_true(taken > asked / 100 * 99); // all but castling and en passant
    assert_true(made_up > 1000);
}

static void a_command_in_a_comment_stays_on_one_line(void **state)
{
    (void)state;
    struct page page;
    open_page(&page);
    rk_position pos = rk_position_start(RK_STANDARD);
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    for (int i = 0; i < 40; i++) {
        rk_move move;
        assert_int_equal(rk_san_parse(&pos, moves[i % 4], 3, &move, NULL), RK_OK);
        rk_pgn_write_move(&page.writer, &pos, move);
        rk_pgn_write_comment(&page.writer, text("[%clk 0:01:02] some words"));
        rk_undo undo;
        rk_position_apply(&pos, move, &undo);
    }
    rk_pgn_write_end(&page.writer, text("*"));
    unsigned whole = 0;
    for (const char *at = page.bytes; (at = strstr(at, "[%clk 0:01:02]")); at++)
        whole++;
    assert_int_equal(whole, 40);
    free(page.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seven_tags_come_first_and_are_never_missing),
        cmocka_unit_test(values_are_escaped),
        cmocka_unit_test(numbers_stand_where_they_are_needed),
        cmocka_unit_test(a_missing_result_is_a_star),
        cmocka_unit_test(a_comment_cannot_end_itself),
        cmocka_unit_test(tags_without_measure_are_dropped),
        cmocka_unit_test(a_tournament_is_read_without_error_and_written_the_same_twice),
        cmocka_unit_test(games_of_every_variant_are_read_as_they_were_written),
        cmocka_unit_test(a_command_in_a_comment_stays_on_one_line),
        cmocka_unit_test(the_short_way_to_a_move_leads_where_the_long_one_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
