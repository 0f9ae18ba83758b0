/* SPDX-License-Identifier: MIT */
/* The PGN reader, oddity by oddity: what the visitor hears is written down as
 * one line of text and compared. */
#include "rookery/pgn.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "rookery/san.h"
#include "support/board.h"

// ---- writing down what is heard --------------------------------------------------------------

enum { NOTES_MAX = 1 << 16 };

struct notes {
    char text[NOTES_MAX];
    size_t size;
    rk_pgn_next on_begin, on_move, on_variation;
};

static void note(struct notes *notes, const char *mark, rk_pgn_text text, const char *end)
{
    notes->size += (size_t)snprintf(notes->text + notes->size, NOTES_MAX - notes->size,
                                    "%s%s%.*s%s", notes->size ? " " : "", mark, (int)text.size,
                                    text.size ? text.at : "", end);
}

static const rk_pgn_text nothing = {"", 0};

static rk_pgn_next hear_begin(void *data, rk_pgn_place place)
{
    struct notes *notes = data;
    char at[64];
    snprintf(at, sizeof at, "#%d:%d", (int)place.game, (int)place.line);
    note(notes, at, nothing, "");
    return notes->on_begin;
}

static rk_pgn_next hear_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    note(data, "[", name, "=");
    struct notes *notes = data;
    notes->size += (size_t)snprintf(notes->text + notes->size, NOTES_MAX - notes->size, "%.*s]",
                                    (int)value.size, value.at);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_start(void *data, const rk_position *start)
{
    note(data, start->variant ? rk_variant_name((rk_variant)start->variant) : "|", nothing, "");
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct notes *notes = data;
    char exact[RK_SAN_MAX] = "--";
    (void)san;
    assert_true(move == RK_NO_MOVE || rk_moves_legal(before, move));
    if (move != RK_NO_MOVE)
        rk_san_write(before, move, exact);
    note(notes, exact, nothing, "");
    return notes->on_move;
}

static rk_pgn_next hear_comment(void *data, rk_pgn_text text)
{
    note(data, "{", text, "}");
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_nag(void *data, unsigned nag)
{
    char word[16];
    snprintf(word, sizeof word, "$%u", nag);
    note(data, word, nothing, "");
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_open(void *data)
{
    struct notes *notes = data;
    note(data, "(", nothing, "");
    return notes->on_variation;
}

static void hear_close(void *data)
{
    note(data, ")", nothing, "");
}

static rk_pgn_next hear_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)last;
    note(data, "=", result, ".");
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_error(void *data, const rk_pgn_error *error)
{
    char at[RK_FAULT_TEXT_MAX + 64];
    snprintf(at, sizeof at, "<%s at %d:%d:%d ", error->fault.text, (int)error->place.game,
             (int)error->place.line, (int)error->place.offset);
    note(data, at, error->token, ">");
    return RK_PGN_CONTINUE;
}

static rk_pgn_visitor listener(struct notes *notes)
{
    return (rk_pgn_visitor){.data = notes,
                            .begin_game = hear_begin,
                            .tag = hear_tag,
                            .begin_moves = hear_start,
                            .move = hear_move,
                            .comment = hear_comment,
                            .nag = hear_nag,
                            .begin_variation = hear_open,
                            .end_variation = hear_close,
                            .end_game = hear_end,
                            .error = hear_error};
}

/* A source that gives a few bytes at a time. */
struct dribble {
    const char *at;
    size_t size, most;
};

static size_t give(void *data, char *buffer, size_t size)
{
    struct dribble *from = data;
    size_t given = size < from->most ? size : from->most;
    given = given < from->size ? given : from->size;
    memcpy(buffer, from->at, given);
    from->at += given;
    from->size -= given;
    return given;
}

static void expect_sized(const char *pgn, size_t size, const char *heard)
{
    static struct notes notes;
    notes = (struct notes){.size = 0};
    const rk_pgn_visitor visitor = listener(&notes);
    rk_pgn_read_text(pgn, size, (rk_pgn_place){0, 0, 0}, &visitor);
    assert_string_equal(notes.text, heard);
    notes = (struct notes){.size = 0};
    struct dribble from = {pgn, size, 3};
    assert_int_equal(rk_pgn_read(give, &from, &visitor), RK_OK);
    assert_string_equal(notes.text, heard);
}

static void expect(const char *pgn, const char *heard)
{
    expect_sized(pgn, strlen(pgn), heard);
}

// ---- what is read ----------------------------------------------------------------------------

static void a_game_is_told_in_order(void **state)
{
    (void)state;
    expect("[Event \"A\"]\n[White \"B\"]\n\n1. e4 {best} e5 $1 (1... c5 2. Nf3) 2. Nf3 1-0\n",
           "#1:1 [Event=A] [White=B] | e4 {best} e5 $1 ( c5 Nf3 ) Nf3 =1-0.");
}

static void nothing_is_no_game(void **state)
{
    (void)state;
    expect("", "");
    expect(" \n\r\n\t", "");
    expect("\xef\xbb\xbf", "");
    expect("; nothing\n% nothing\n{nothing}\n", "");
}

static void a_byte_order_mark_is_not_seen(void **state)
{
    (void)state;
    expect("\xef\xbb\xbf[Event \"A\"]\n*", "#1:1 [Event=A] | =*.");
    expect("\xef\xbb\xbf% no\n1. e4 *", "#1:2 | e4 =*.");
}

static void lines_end_in_three_ways(void **state)
{
    (void)state;
    expect("[Event \"A\"]\r\n\r\n1. e4\r\n*\r\n[Event \"B\"]\r\n*",
           "#1:1 [Event=A] | e4 =*. #2:5 [Event=B] | =*.");
    expect("[Event \"A\"]\r\r1. e4\r*\r[Event \"B\"]\r*",
           "#1:1 [Event=A] | e4 =*. #2:5 [Event=B] | =*.");
}

static void numbers_are_written_in_any_form(void **state)
{
    (void)state;
    expect("1.e4 e5 2.Nf3 2...Nc6 3. Bb5 3. ... a6 4 Ba4 Nf6 5.O-O ...Be7 *",
           "#1:1 | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 =*.");
    expect("e4 e5 Nf3 1... Nc6 1. ... Bb5 *", "#1:1 | e4 e5 Nf3 Nc6 Bb5 =*.");
}

static void escapes_and_comments_to_the_end_of_the_line(void **state)
{
    (void)state;
    expect("[Event \"A\"]\n% 1. e4 }\n1. d4 ; good {\nd5 ;x\r\n%\n2. c4;\n*",
           "#1:1 [Event=A] | d4 { good {} d5 {x} c4 {} =*.");
    expect("1. d4 {a\n% b} d5 *", "#1:1 | d4 {a\n% b} d5 =*.");
}

static void comments_do_not_nest(void **state)
{
    (void)state;
    expect("{before} 1. e4 {a {b} e5 *", "#1:1 | e4 {a {b} e5 =*.");
    expect("[Event \"A\"]\n{before} 1. e4 {} {two} *", "#1:1 [Event=A] | {before} e4 {} {two} =*.");
}

static void variations_nest(void **state)
{
    (void)state;
    expect("1. e4 (1. d4 d5 (1... Nf6 (1... f5) 2. c4) 2. c4) (1. c4) 1... e5 *",
           "#1:1 | e4 ( d4 d5 ( Nf6 ( f5 ) c4 ) c4 ) ( c4 ) e5 =*.");
    expect("1.e4(1.d4)1...e5 *", "#1:1 | e4 ( d4 ) e5 =*.");
}

static void annotations_stand_in_numbers_and_signs(void **state)
{
    (void)state;
    expect("1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 $13$14 Nf6 +/- 5. O-O N Be7 = *",
           "#1:1 | e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 Ba4 $13 $14 Nf6 $16 O-O $146 Be7 $10 "
           "=*.");
}

static void results_end_a_game_and_may_be_missing(void **state)
{
    (void)state;
    expect("1. e4 1/2-1/2 1. d4 1/2\n1. c4 0-1 1. b3",
           "#1:1 | e4 =1/2-1/2. #2:1 | d4 =1/2-1/2. #3:2 | c4 =0-1. #4:2 | b3 =.");
    expect("[Event \"A\"]\n1. e4\n[Event \"B\"]\n1. d4\n",
           "#1:1 [Event=A] | e4 =. #2:3 [Event=B] | d4 =.");
    expect("1. e4 (1. d4 1-0) {0-1} e5 1-0", "#1:1 | e4 ( d4 ) {0-1} e5 =1-0.");
}

static void two_games_may_share_a_line(void **state)
{
    (void)state;
    expect("[Event \"A\"] 1. e4 * [Event \"B\"][Site \"C\"] 1. d4 *",
           "#1:1 [Event=A] | e4 =*. #2:1 [Event=B] [Site=C] | d4 =*.");
}

static void games_may_lack_tags_or_moves(void **state)
{
    (void)state;
    expect("[Event \"A\"]\n", "#1:1 [Event=A] | =.");
    expect("e4 e5 *\nd4 *", "#1:1 | e4 e5 =*. #2:2 | d4 =*.");
}

static void garbage_between_games_is_no_game(void **state)
{
    (void)state;
    expect("Games of the week\n======\n[Event \"A\"]\n* 1-0\nand now ] ) }\n[Event \"B\"]\n*\nbye",
           "#1:3 [Event=A] | =*. #2:6 [Event=B] | =*.");
    expect("... and so on\n1st: nobody\n1. e4 *", "#1:3 | e4 =*.");
    expect("see: [Event \"A\"] *", "#1:1 [Event=A] | =*.");
}

static rk_pgn_next hear_stray(void *data, rk_pgn_place place, rk_pgn_text text)
{
    char at[64];
    snprintf(at, sizeof at, "%d:%d:%d ", (int)place.game, (int)place.line, (int)place.offset);
    note(data, at, text, ";");
    return RK_PGN_CONTINUE;
}

static void what_belongs_to_no_game_is_told_if_asked_for(void **state)
{
    (void)state;
    static const char text[] =
        "Games of the week\n{well}\n[Event \"A\"]\n* 1-0\nand [Event \"B\"]\n*\n"
        "; said\n% escaped\nbye {\n{ still";
    struct notes notes = {.size = 0};
    const rk_pgn_visitor visitor = {.data = &notes, .stray = hear_stray};
    rk_pgn_read_text(text, strlen(text), (rk_pgn_place){0, 0, 0}, &visitor);
    assert_string_equal(notes.text,
                        "0:1:0 Games of the week; 1:5:43 and ; 2:9:78 bye {; 2:10:84 {;");
}

static void moves_are_read_as_people_write_them(void **state)
{
    (void)state;
    expect("1. e2e4 d7-d5 2. e5 f5 3. exf6 e.p. exf6+ 4. Nf3 Bd6++ 5. Be2 Ne7 6. 0-0 0-0 *",
           "#1:1 | e4 d5 e5 f5 exf6 exf6 Nf3 Bd6 Be2 Ne7 O-O O-O =*.");
    expect("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"] 1. a8(Q) *",
           "#1:1 [FEN=7k/P7/8/8/8/8/8/K7 w - - 0 1] | a8=Q+ =*.");
}

static void null_moves_pass_the_turn(void **state)
{
    (void)state;
    expect("1. e4 -- 2. d4 Z0 3. Nf3 *", "#1:1 | e4 -- d4 -- Nf3 =*.");
    expect("1. e4 f6 2. Qh5+ -- *",
           "#1:1 | e4 f6 Qh5+ <a side in check cannot pass at 1:1:17 --> =*.");
}

static void bytes_of_any_encoding_pass_through(void **state)
{
    (void)state;
    expect("[White \"M\xfcller\"]\n1. e4 {sch\xf6n} *",
           "#1:1 [White=M\xfcller] | e4 {sch\xf6n} =*.");
}

static void tags_are_read_with_their_flaws(void **state)
{
    (void)state;
    expect("[Event \"say \\\"hi\\\"\"] *", "#1:1 [Event=say \\\"hi\\\"] | =*.");
    expect("[Event \"The \"Big\" One\"] *", "#1:1 [Event=The \"Big\" One] | =*.");
    expect("[Site \"C:\\\"]\n*", "#1:1 [Site=C:\\] | =*.");
    expect("[ Site  \"x\" ]\n[Date\"y\"\n*", "#1:1 [Site=x] [Date=y] | =*.");
    expect("[Event \"\"]\n*", "#1:1 [Event=] | =*.");
}

static void escapes_in_values_can_be_undone(void **state)
{
    (void)state;
    const char value[] = "a \\\"b\\\" \\\\ \\c \\";
    char out[32] = "";
    assert_int_equal(rk_pgn_unescape((rk_pgn_text){value, strlen(value)}, out, sizeof out), 12);
    assert_string_equal(out, "a \"b\" \\ \\c \\");
    assert_int_equal(rk_pgn_unescape((rk_pgn_text){value, strlen(value)}, out, 2), 2);
}

static void the_start_is_what_the_tags_say(void **state)
{
    (void)state;
    expect("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n7... Kd7 8. e4 *",
           "#1:1 [FEN=4k3/8/8/8/8/8/4P3/4K3 b - - 0 7] [SetUp=1] | Kd7 e4 =*.");
    expect("[Variant \"Three-check\"] 1. e4 *", "#1:1 [Variant=Three-check] three-check e4 =*.");
    expect("[Variant \"King of the Hill\"] *",
           "#1:1 [Variant=King of the Hill] king-of-the-hill =*.");
    expect("[Variant \"Racing Kings\"] 1. Ng3 *",
           "#1:1 [Variant=Racing Kings] racing-kings Ng3 =*.");
    expect("[Variant \"From Position\"] 1. e4 *", "#1:1 [Variant=From Position] | e4 =*.");
    expect("[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 "
           "1\"]\n1. e4 e5 2. Nc3 *",
           "#1:1 [Variant=Chess960] [FEN=bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1] "
           "chess960 e4 e5 Nc3 =*.");
    expect("[Variant \"Crazyhouse\"] 1. e4 d5 2. exd5 Qxd5 3. Nc3 P@e4 *",
           "#1:1 [Variant=Crazyhouse] crazyhouse e4 d5 exd5 Qxd5 Nc3 P@e4 =*.");
}

// ---- more than fits ----------------------------------------------------------------------------

/* A sum of all that is heard, for texts too long to write it down. */
static rk_pgn_next sum_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    uint64_t *sum = data;
    *sum = (*sum ^ before->key ^ move ^ san.size) * UINT64_C(0x9e3779b97f4a7c15);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next sum_comment(void *data, rk_pgn_text text)
{
    uint64_t *sum = data;
    for (size_t i = 0; i < text.size; i++)
        *sum = (*sum ^ (unsigned char)text.at[i]) * UINT64_C(0x100000001b3);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next sum_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    return sum_comment(data, name) ? RK_PGN_STOP : sum_comment(data, value);
}

static rk_pgn_next sum_begin(void *data, rk_pgn_place place)
{
    uint64_t *sum = data;
    *sum = (*sum ^ (place.game + 31 * place.line + 961 * place.offset)) * 31;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next sum_error(void *data, const rk_pgn_error *error)
{
    sum_begin(data, error->place);
    return sum_comment(data, error->token);
}

static rk_pgn_next sum_stray(void *data, rk_pgn_place place, rk_pgn_text text)
{
    sum_begin(data, place);
    return sum_comment(data, text);
}

static rk_pgn_visitor summer(uint64_t *sum)
{
    return (rk_pgn_visitor){.data = sum,
                            .begin_game = sum_begin,
                            .tag = sum_tag,
                            .move = sum_move,
                            .comment = sum_comment,
                            .error = sum_error,
                            .stray = sum_stray};
}

static void a_window_moves_along_a_large_file_unnoticed(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "[Event \"A\"]\r\n[Site \"B\"]\r\n\r\n1. e4 {x} e5 (1... c5) 2. Nf3 1-0\r\n",
        "1. e4 Ke7 {a\nb} 2. d4\n*\n", "garbage\n% more\n", "1. d4 ; some\rd5 2. c4 e6 1/2-1/2 "};
    enum { SIZE = 1 << 20 };
    char *pgn = malloc(SIZE + 128);
    struct prng prng = {5};
    for (int round = 0; round < 10; round++) {
        size_t size = 0;
        while (size < SIZE)
            size += (size_t)sprintf(pgn + size, "%s", parts[prng_below(&prng, 4)]);
        uint64_t whole = 0, streamed = 0;
        const rk_pgn_visitor visitor = summer(&whole), other = summer(&streamed);
        rk_pgn_read_text(pgn, size, (rk_pgn_place){0, 0, 0}, &visitor);
        struct dribble from = {pgn, size, 1 + prng_below(&prng, 1 << 16)};
        assert_int_equal(rk_pgn_read(give, &from, &other), RK_OK);
        assert_true(whole == streamed);
    }
    free(pgn);
}

/* What a piece begins with, as its reader is told. */
static rk_pgn_next keep_place(void *data, rk_pgn_place place)
{
    *(rk_pgn_place *)data = place;
    return RK_PGN_CONTINUE;
}

static void a_file_cut_into_pieces_says_the_same(void **state)
{
    (void)state;
    char pgn[4096];
    size_t size = 0;
    for (int game = 1; game <= 30; game++)
        size += (size_t)sprintf(pgn + size, "[Event \"%d\"]\n[Site \"x\"]\n\n1. e4 e5 *\n\n", game);
    uint64_t whole = 0, pieces = 0;
    const rk_pgn_visitor visitor = summer(&whole), other = summer(&pieces);
    rk_pgn_read_text(pgn, size, (rk_pgn_place){0, 0, 0}, &visitor);
    rk_pgn_place before = {0, 0, 0};
    for (size_t at = 0; at < size;) {
        const size_t end = rk_pgn_next_game(pgn, size, at + 100);
        rk_pgn_read_text(pgn + at, end - at, before, &other);
        rk_pgn_place last = before;
        const rk_pgn_visitor counter = {.data = &last, .begin_game = keep_place};
        rk_pgn_read_text(pgn + at, end - at, before, &counter);
        before = (rk_pgn_place){last.line + 4, last.game, end}; // five lines a game
        at = end;
    }
    assert_true(whole == pieces);
}

// ---- what is wrong ---------------------------------------------------------------------------

static void an_error_names_place_and_reason_and_ends_its_game_only(void **state)
{
    (void)state;
    expect("[Event \"A\"]\n\n1. e4 e5\n2. Ke3 Nc6 {x} (2... d5) 3. Nf3 1-0\n\n1. d4 *",
           "#1:1 [Event=A] | e4 e5 <the king cannot reach e3 at 1:4:25 Ke3> =1-0. "
           "#2:6 | d4 =*.");
    expect("1. e4 (1. d4 (1. Zz9) 1... d5) e5 *\n1. c4 *",
           "#1:1 | e4 ( d4 ( ) ) <this is not a move at 1:1:17 Zz9> =*. #2:2 | c4 =*.");
}

static void what_is_not_closed_is_an_error(void **state)
{
    (void)state;
    expect("1. e4 {never", "#1:1 | e4 <unclosed or too long comment at 1:1:6 {> =.");
    expect("1. e4 {never\n[Event \"B\"]\n*",
           "#1:1 | e4 <unclosed or too long comment at 1:1:6 {> =. "
           "#2:2 [Event=B] | =*.");
    expect("1. e4 (1. d4 d5", "#1:1 | e4 ( d4 d5 ) <a variation is not closed at 1:1:15 > =.");
    expect("1. e4 ) e5 *", "#1:1 | e4 <no variation to close at 1:1:6 )> =*.");
    expect("1. e4 } e5 *", "#1:1 | e4 <unexpected character at 1:1:6 }> =*.");
    expect("1. e4 $ e5 *", "#1:1 | e4 <an annotation is written as $1 to $255 at 1:1:6 $> =*.");
}

static void tags_that_mean_nothing_are_errors(void **state)
{
    (void)state;
    expect("[Event \"A\"]\n[Site none]\n[Date \"x\"]\n\n1. e4 *\n[Event \"B\"]\n*",
           "#1:1 [Event=A] <a tag is written as [Name \"value\"] at 1:2:12 [Site none]> =*. "
           "#2:6 [Event=B] | =*.");
    expect("[Variant \"Bughouse\"]\n[Event \"A\"]\n1. e4 *",
           "#1:1 [Variant=Bughouse] [Event=A] <unknown variant at 1:1:10 "
           "Bughouse> =*.");
}

static void a_position_that_cannot_be_is_an_error_of_its_tag(void **state)
{
    (void)state;
    static struct notes notes;
    notes = (struct notes){.size = 0};
    const rk_pgn_visitor visitor = listener(&notes);
    const char pgn[] = "[Event \"A\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n1. d4 *";
    rk_pgn_read_text(pgn, strlen(pgn), (rk_pgn_place){100, 7, 1000}, &visitor);
    assert_non_null(strstr(notes.text, "at 8:102:1018 8/8/8/8/8/8/8/8 w - - 0 1> =*. #9:105 | d4"));
}

static void variations_too_deep_are_an_error(void **state)
{
    (void)state;
    char pgn[2 * RK_PGN_DEPTH_MAX + 32] = "1. e4 ";
    memset(pgn + 6, '(', RK_PGN_DEPTH_MAX + 1);
    struct notes *notes = calloc(1, sizeof *notes);
    const rk_pgn_visitor visitor = listener(notes);
    rk_pgn_read_text(pgn, strlen(pgn), (rk_pgn_place){0, 0, 0}, &visitor);
    assert_non_null(strstr(notes->text, ") <variations are nested too deeply at 1:1:70 (> =."));
    free(notes);
}

static void comments_too_long_are_an_error(void **state)
{
    (void)state;
    enum { LONG = 5 * RK_PGN_TOKEN_MAX };
    char *pgn = malloc(LONG + 64);
    size_t size = (size_t)sprintf(pgn, "1. e4 {");
    memset(pgn + size, 'x', LONG);
    size += LONG;
    size += (size_t)sprintf(pgn + size, "} e5 *\n[Event \"B\"]\n1. d4 *");
    expect_sized(pgn, size,
                 "#1:1 | e4 <unclosed or too long comment at 1:1:6 {> =. "
                 "#2:2 [Event=B] | d4 =*.");
    pgn[6] = ';';
    expect_sized(pgn, size, "#1:1 | e4 <comment too long at 1:1:6 ;> =. #2:2 [Event=B] | d4 =*.");
    free(pgn);
}

// ---- how it is asked -------------------------------------------------------------------------

static void a_visitor_may_skip_and_stop(void **state)
{
    (void)state;
    const char pgn[] = "[Event \"A\"] 1. e4 (1. d4 (1. c4)) e5 * [Event \"B\"] 1. d4 *";
    static const struct {
        rk_pgn_next begin, move, variation;
        const char *heard;
    } cases[] = {
        {RK_PGN_SKIP, RK_PGN_CONTINUE, RK_PGN_CONTINUE, "#1:1 =*. #2:1 =*."},
        {RK_PGN_STOP, RK_PGN_CONTINUE, RK_PGN_CONTINUE, "#1:1"},
        {RK_PGN_CONTINUE, RK_PGN_SKIP, RK_PGN_CONTINUE,
         "#1:1 [Event=A] | e4 =*. #2:1 [Event=B] | d4 =*."},
        {RK_PGN_CONTINUE, RK_PGN_STOP, RK_PGN_CONTINUE, "#1:1 [Event=A] | e4"},
        {RK_PGN_CONTINUE, RK_PGN_CONTINUE, RK_PGN_SKIP,
         "#1:1 [Event=A] | e4 ( ) e5 =*. #2:1 [Event=B] | d4 =*."},
        {RK_PGN_CONTINUE, RK_PGN_CONTINUE, RK_PGN_STOP, "#1:1 [Event=A] | e4 ("},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static struct notes notes;
        notes = (struct notes){.on_begin = cases[i].begin,
                               .on_move = cases[i].move,
                               .on_variation = cases[i].variation};
        const rk_pgn_visitor visitor = listener(&notes);
        rk_pgn_read_text(pgn, strlen(pgn), (rk_pgn_place){0, 0, 0}, &visitor);
        assert_string_equal(notes.text, cases[i].heard);
    }
}

static void what_nobody_asks_for_is_not_looked_at(void **state)
{
    (void)state;
    static struct notes notes;
    notes = (struct notes){.size = 0};
    rk_pgn_visitor visitor = {.data = &notes, .end_game = hear_end, .error = hear_error};
    const char pgn[] = "[Event \"A\"] 1. nonsense 1-0 1. e4 e4 *";
    rk_pgn_read_text(pgn, strlen(pgn), (rk_pgn_place){0, 0, 0}, &visitor);
    assert_string_equal(notes.text, "=1-0. =*.");
    notes = (struct notes){.size = 0};
    visitor.validate = true;
    rk_pgn_read_text(pgn + 28, strlen(pgn) - 28, (rk_pgn_place){0, 0, 0}, &visitor);
    assert_non_null(strstr(notes.text, "at 1:1:6 e4> =*."));
}

static size_t fail_to_give(void *data, char *buffer, size_t size)
{
    (void)data, (void)buffer, (void)size;
    return SIZE_MAX;
}

static void a_source_that_fails_is_reported(void **state)
{
    (void)state;
    const rk_pgn_visitor visitor = {.validate = true};
    assert_int_equal(rk_pgn_read(fail_to_give, NULL, &visitor), RK_CANNOT_READ);
}

static void games_are_found_for_cutting(void **state)
{
    (void)state;
    const char pgn[] =
        "[Event \"A\"]\n[Site \"x\"]\n; c\n[Date \"x\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n"
        "1. d4 * [Event \"C\"]\n[Site \"y\"]\n*\n";
    const size_t size = strlen(pgn), second = (size_t)(strstr(pgn, "[Event \"B") - pgn);
    assert_int_equal(rk_pgn_next_game(pgn, size, 0), 0);
    for (size_t from = 1; from <= second; from++)
        assert_int_equal(rk_pgn_next_game(pgn, size, from), second);
    assert_int_equal(rk_pgn_next_game(pgn, size, second + 1), size);
    assert_int_equal(rk_pgn_next_game(pgn, size, size + 1), size);
}

static void commands_in_comments_are_read(void **state)
{
    (void)state;
    const char text[] = "good [%clk 1:02:03.5] [%emt 0:05][%eval -0.35,20] [%cal Ge2e4,Rd1d8] "
                        "[%csl Rd5] [%foo] [% ] [%clk x] [";
    const rk_pgn_annotations found = rk_pgn_annotations_read((rk_pgn_text){text, strlen(text)});
    assert_int_equal(found.found, RK_PGN_CLOCK | RK_PGN_ELAPSED | RK_PGN_EVAL);
    assert_int_equal(found.clock_ms, 3723500);
    assert_int_equal(found.elapsed_ms, 5000);
    assert_int_equal(found.centipawns, -35);
    assert_int_equal(found.arrows.size, 11);
    assert_memory_equal(found.arrows.at, "Ge2e4,Rd1d8", 11);
    assert_memory_equal(found.squares.at, "Rd5", 3);
    const rk_pgn_annotations mate = rk_pgn_annotations_read((rk_pgn_text){"[%eval #-4]", 11});
    assert_int_equal(mate.found, RK_PGN_MATE);
    assert_int_equal(mate.mate, -4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_told_in_order),
        cmocka_unit_test(nothing_is_no_game),
        cmocka_unit_test(a_byte_order_mark_is_not_seen),
        cmocka_unit_test(lines_end_in_three_ways),
        cmocka_unit_test(numbers_are_written_in_any_form),
        cmocka_unit_test(escapes_and_comments_to_the_end_of_the_line),
        cmocka_unit_test(comments_do_not_nest),
        cmocka_unit_test(variations_nest),
        cmocka_unit_test(annotations_stand_in_numbers_and_signs),
        cmocka_unit_test(results_end_a_game_and_may_be_missing),
        cmocka_unit_test(two_games_may_share_a_line),
        cmocka_unit_test(games_may_lack_tags_or_moves),
        cmocka_unit_test(garbage_between_games_is_no_game),
        cmocka_unit_test(what_belongs_to_no_game_is_told_if_asked_for),
        cmocka_unit_test(moves_are_read_as_people_write_them),
        cmocka_unit_test(null_moves_pass_the_turn),
        cmocka_unit_test(bytes_of_any_encoding_pass_through),
        cmocka_unit_test(tags_are_read_with_their_flaws),
        cmocka_unit_test(escapes_in_values_can_be_undone),
        cmocka_unit_test(the_start_is_what_the_tags_say),
        cmocka_unit_test(a_window_moves_along_a_large_file_unnoticed),
        cmocka_unit_test(a_file_cut_into_pieces_says_the_same),
        cmocka_unit_test(an_error_names_place_and_reason_and_ends_its_game_only),
        cmocka_unit_test(what_is_not_closed_is_an_error),
        cmocka_unit_test(tags_that_mean_nothing_are_errors),
        cmocka_unit_test(a_position_that_cannot_be_is_an_error_of_its_tag),
        cmocka_unit_test(variations_too_deep_are_an_error),
        cmocka_unit_test(comments_too_long_are_an_error),
        cmocka_unit_test(a_visitor_may_skip_and_stop),
        cmocka_unit_test(what_nobody_asks_for_is_not_looked_at),
        cmocka_unit_test(a_source_that_fails_is_reported),
        cmocka_unit_test(games_are_found_for_cutting),
        cmocka_unit_test(commands_in_comments_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
