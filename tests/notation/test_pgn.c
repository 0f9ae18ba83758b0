/* SPDX-License-Identifier: MIT */
/* The PGN reader. A visitor records every callback in one line of text, and the
 * tests compare that line. */
#include "rookery/pgn.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "rookery/san.h"
#include "support/board.h"

// ---- recording the callbacks -----------------------------------------------------------------

enum { TRANSCRIPT_MAX = 1 << 16 };

struct transcript {
    char text[TRANSCRIPT_MAX];
    size_t size;
    rk_pgn_next on_begin, on_move, on_variation;
};

static void record(struct transcript *transcript, const char *mark, rk_pgn_text text,
                   const char *end)
{
    transcript->size += (size_t)snprintf(
        transcript->text + transcript->size, TRANSCRIPT_MAX - transcript->size, "%s%s%.*s%s",
        transcript->size ? " " : "", mark, (int)text.size, text.size ? text.at : "", end);
}

static const rk_pgn_text no_text = {"", 0};

static rk_pgn_next record_begin(void *data, rk_pgn_place place)
{
    struct transcript *transcript = data;
    char at[64];
    snprintf(at, sizeof at, "#%d:%d", (int)place.game, (int)place.line);
    record(transcript, at, no_text, "");
    return transcript->on_begin;
}

static rk_pgn_next record_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    record(data, "[", name, "=");
    struct transcript *transcript = data;
    transcript->size +=
        (size_t)snprintf(transcript->text + transcript->size, TRANSCRIPT_MAX - transcript->size,
                         "%.*s]", (int)value.size, value.at);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_start(void *data, const rk_position *start)
{
    record(data, start->variant ? rk_variant_name((rk_variant)start->variant) : "|", no_text, "");
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct transcript *transcript = data;
    char exact[RK_SAN_MAX] = "--";
    (void)san;
    assert_true(move == RK_NO_MOVE || rk_moves_legal(before, move));
    if (move != RK_NO_MOVE)
        rk_san_write(before, move, exact);
    record(transcript, exact, no_text, "");
    return transcript->on_move;
}

static rk_pgn_next record_comment(void *data, rk_pgn_text text)
{
    record(data, "{", text, "}");
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_nag(void *data, unsigned nag)
{
    char word[16];
    snprintf(word, sizeof word, "$%u", nag);
    record(data, word, no_text, "");
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_begin_variation(void *data)
{
    struct transcript *transcript = data;
    record(data, "(", no_text, "");
    return transcript->on_variation;
}

static void record_end_variation(void *data)
{
    record(data, ")", no_text, "");
}

static rk_pgn_next record_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)last;
    record(data, "=", result, ".");
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_error(void *data, const rk_pgn_error *error)
{
    char at[RK_FAULT_TEXT_MAX + 64];
    snprintf(at, sizeof at, "<%s at %d:%d:%d ", error->fault.text, (int)error->place.game,
             (int)error->place.line, (int)error->place.offset);
    record(data, at, error->token, ">");
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_warning(void *data, const rk_pgn_error *error)
{
    char at[RK_FAULT_TEXT_MAX + 64];
    snprintf(at, sizeof at, "~%s at %d:%d:%d ", error->fault.text, (int)error->place.game,
             (int)error->place.line, (int)error->place.offset);
    record(data, at, error->token, "~");
    return RK_PGN_CONTINUE;
}

static rk_pgn_visitor recorder(struct transcript *transcript)
{
    return (rk_pgn_visitor){.data = transcript,
                            .begin_game = record_begin,
                            .tag = record_tag,
                            .begin_moves = record_start,
                            .move = record_move,
                            .comment = record_comment,
                            .nag = record_nag,
                            .begin_variation = record_begin_variation,
                            .end_variation = record_end_variation,
                            .end_game = record_end,
                            .error = record_error,
                            .warning = record_warning};
}

/* A source that returns at most `max` bytes at a time. */
struct chunked_source {
    const char *at;
    size_t size, max;
};

static size_t read_chunk(void *data, char *buffer, size_t size)
{
    struct chunked_source *from = data;
    size_t count = size < from->max ? size : from->max;
    count = count < from->size ? count : from->size;
    memcpy(buffer, from->at, count);
    from->at += count;
    from->size -= count;
    return count;
}

static void expect_sized(const char *pgn, size_t size, const char *expected)
{
    static struct transcript transcript;
    transcript = (struct transcript){.size = 0};
    const rk_pgn_visitor visitor = recorder(&transcript);
    rk_pgn_read_text(pgn, size, (rk_pgn_place){0, 0, 0}, &visitor);
    assert_string_equal(transcript.text, expected);
    transcript = (struct transcript){.size = 0};
    struct chunked_source from = {pgn, size, 3};
    assert_int_equal(rk_pgn_read(read_chunk, &from, &visitor), RK_OK);
    assert_string_equal(transcript.text, expected);
}

static void expect(const char *pgn, const char *expected)
{
    expect_sized(pgn, strlen(pgn), expected);
}

// ---- accepted input --------------------------------------------------------------------------

static void a_game_is_reported_in_order(void **state)
{
    (void)state;
    expect("[Event \"A\"]\n[White \"B\"]\n\n1. e4 {best} e5 $1 (1... c5 2. Nf3) 2. Nf3 1-0\n",
           "#1:1 [Event=A] [White=B] | e4 {best} e5 $1 ( c5 Nf3 ) Nf3 =1-0.");
}

static void input_without_games_reports_nothing(void **state)
{
    (void)state;
    expect("", "");
    expect(" \n\r\n\t", "");
    expect("\xef\xbb\xbf", "");
    expect("; nothing\n% nothing\n{nothing}\n", "");
}

static void a_byte_order_mark_is_skipped(void **state)
{
    (void)state;
    expect("\xef\xbb\xbf[Event \"A\"]\n*", "#1:1 [Event=A] | =*.");
    expect("\xef\xbb\xbf% no\n1. e4 *", "#1:2 | e4 =*.");
}

static void lines_may_end_with_crlf_or_cr(void **state)
{
    (void)state;
    expect("[Event \"A\"]\r\n\r\n1. e4\r\n*\r\n[Event \"B\"]\r\n*",
           "#1:1 [Event=A] | e4 =*. #2:5 [Event=B] | =*.");
    expect("[Event \"A\"]\r\r1. e4\r*\r[Event \"B\"]\r*",
           "#1:1 [Event=A] | e4 =*. #2:5 [Event=B] | =*.");
}

static void move_numbers_are_accepted_in_every_form(void **state)
{
    (void)state;
    expect("1.e4 e5 2.Nf3 2...Nc6 3. Bb5 3. ... a6 4 Ba4 Nf6 5.O-O ...Be7 *",
           "#1:1 | e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 =*.");
    expect("e4 e5 Nf3 1... Nc6 1. ... Bb5 *", "#1:1 | e4 e5 Nf3 Nc6 Bb5 =*.");
}

static void escaped_lines_and_line_comments_end_with_the_line(void **state)
{
    (void)state;
    expect("[Event \"A\"]\n% 1. e4 }\n1. d4 ; good {\nd5 ;x\r\n%\n2. c4;\n*",
           "#1:1 [Event=A] | d4 { good {} d5 {x} c4 {} =*.");
    expect("1. d4 {a\n% b} d5 *", "#1:1 | d4 {a\n% b} d5 =*.");
}

static void comments_do_not_nest(void **state)
{
    (void)state;
    expect("1. e4 {a {b} e5 *", "#1:1 | e4 {a {b} e5 =*.");
    expect("[Event \"A\"]\n{before} 1. e4 {} {two} *", "#1:1 [Event=A] | {before} e4 {} {two} =*.");
}

static void a_comment_before_the_first_move_is_kept(void **state)
{
    (void)state;
    expect("{before} 1. e4 *", "#1:1 | {before} e4 =*.");
    expect("; one\n{two}\n% no\ne4 *", "#1:1 | { one} {two} e4 =*.");
    expect("[Event \"A\"]\n\n{one} ; two\n1. e4 *", "#1:1 [Event=A] | {one} { two} e4 =*.");
    expect("[Event \"A\"]\n{only} *", "#1:1 [Event=A] | {only} =*.");
    expect("1. e4 * {between}\n[Event \"A\"]\n*", "#1:1 | e4 =*. #2:2 [Event=A] | =*.");
    expect("{about nothing} but text", "");
}

static void variations_nest(void **state)
{
    (void)state;
    expect("1. e4 (1. d4 d5 (1... Nf6 (1... f5) 2. c4) 2. c4) (1. c4) 1... e5 *",
           "#1:1 | e4 ( d4 d5 ( Nf6 ( f5 ) c4 ) c4 ) ( c4 ) e5 =*.");
    expect("1.e4(1.d4)1...e5 *", "#1:1 | e4 ( d4 ) e5 =*.");
}

static void annotations_may_be_nags_or_symbols(void **state)
{
    (void)state;
    expect("1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 $13$14 Nf6 +/- 5. O-O N Be7 = *",
           "#1:1 | e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 Ba4 $13 $14 Nf6 $16 O-O $146 Be7 $10 "
           "=*.");
}

static void symbols_may_be_typographic_or_follow_a_move_directly(void **state)
{
    (void)state;
    expect("1. e4 ± e5 ∓ 2. Nf3 ⩲ Nc6 ⩱ 3. Bb5 ∞ a6 +− 4. Ba4 −+ Nf6 → 5. O-O ‼ Be7 □ *",
           "#1:1 | e4 $16 e5 $17 Nf3 $14 Nc6 $15 Bb5 $13 a6 $18 Ba4 $19 Nf6 $40 O-O $3 Be7 $7 =*.");
    expect("1. e4+- e5-+ 2. Nf3= Nc6± 3. Bb5+/= a6$1 4. Bxc6!+- dxc6⩲→ 5. O-O-+ *",
           "#1:1 | e4 $18 e5 $19 Nf3 $10 Nc6 $16 Bb5 $14 a6 $1 Bxc6 $1 $18 dxc6 $14 $40 O-O $19 "
           "=*.");
    expect("1. e4 f6 2. Qh5++- g6 3. Qxg6+ = hxg6 + *",
           "#1:1 | e4 f6 Qh5+ $18 g6 Qxg6+ $10 hxg6 =*.");
    expect("1. e4 e5 2. Qh5 Nf6 3. Qxf7† Kxf7\u00a0‼ *", "#1:1 | e4 e5 Qh5 Nf6 Qxf7+ Kxf7 $3 =*.");
    expect("1. e4 \xb1 e5\xb1 (=) 2. Nf3 (N) (2. Nc3) *",
           "#1:1 | e4 $16 e5 $16 Nf3 $146 ( Nc3 ) =*.");
    expect("1. e4 !? e5 ! *", "#1:1 | e4 $5 e5 $1 =*.");
}

static void a_malformed_nag_costs_only_itself(void **state)
{
    (void)state;
    expect("1. e4 $ e5 $256 2. d4 $1 *",
           "#1:1 | e4 ~an annotation is written as $1 to $255 at 1:1:6 $~ e5 "
           "~an annotation is written as $1 to $255 at 1:1:11 $256~ d4 $1 =*.");
}

static void results_may_be_typographic(void **state)
{
    (void)state;
    expect("1. e4 1–0\n1. d4 0—1\n1. c4 ½-½\n1. b4 ½–½\n1. a4 ½\n1. f4 1:0\n1. g4 1 - 0\n",
           "#1:1 | e4 =1-0. #2:2 | d4 =0-1. #3:3 | c4 =1/2-1/2. #4:4 | b4 =1/2-1/2. "
           "#5:5 | a4 =1/2-1/2. #6:6 | f4 =1-0. #7:7 | g4 =1-0.");
    expect("1. e4 1\x96"
           "0 1. d4 \xbd-\xbd",
           "#1:1 | e4 =1-0. #2:1 | d4 =1/2-1/2.");
    expect("[Event \"A\"]\n\n1–0\n\n[Event \"B\"]\n½\n",
           "#1:1 [Event=A] | =1-0. #2:5 [Event=B] | =1/2-1/2.");
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

static void stray_text_between_games_is_skipped(void **state)
{
    (void)state;
    expect("Games of the week\n======\n[Event \"A\"]\n* 1-0\nand now ] ) }\n[Event \"B\"]\n*\nbye",
           "#1:3 [Event=A] | =*. #2:6 [Event=B] | =*.");
    expect("... and so on\n1st: nobody\n1. e4 *", "#1:3 | e4 =*.");
    expect("see: [Event \"A\"] *", "#1:1 [Event=A] | =*.");
}

static rk_pgn_next record_stray(void *data, rk_pgn_place place, rk_pgn_text text)
{
    char at[64];
    snprintf(at, sizeof at, "%d:%d:%d ", (int)place.game, (int)place.line, (int)place.offset);
    record(data, at, text, ";");
    return RK_PGN_CONTINUE;
}

static void stray_text_is_reported_to_its_callback(void **state)
{
    (void)state;
    static const char text[] =
        "Games of the week\n{well}\n[Event \"A\"]\n* 1-0\nand [Event \"B\"]\n*\n"
        "; said\n% escaped\nbye {\n{ still";
    struct transcript transcript = {.size = 0};
    const rk_pgn_visitor visitor = {.data = &transcript, .stray = record_stray};
    rk_pgn_read_text(text, strlen(text), (rk_pgn_place){0, 0, 0}, &visitor);
    assert_string_equal(transcript.text,
                        "0:1:0 Games of the week; 1:5:43 and ; 2:9:78 bye {; 2:10:84 {;");
}

static rk_pgn_next count_stray(void *data, rk_pgn_place place, rk_pgn_text text)
{
    (void)place, (void)text;
    ++*(int *)data;
    return RK_PGN_CONTINUE;
}

static void a_line_of_tags_without_an_end_is_skipped_at_once(void **state)
{
    (void)state;
    enum { TAGS = 100000, TAG_SIZE = 4 };
    static char text[TAGS * TAG_SIZE + 32];
    int reports = 0;
    const rk_pgn_visitor visitor = {.data = &reports, .stray = count_stray};
    for (size_t i = 0; i < TAGS; i++)
        memcpy(text + i * TAG_SIZE, "[A \"", TAG_SIZE);
    strcpy(text + (size_t)TAGS * TAG_SIZE, "x\n[Event \"B\"] *");
    rk_pgn_read_text(text, strlen(text), (rk_pgn_place){0, 0, 0}, &visitor);
    assert_int_equal(reports, 1);
    expect("[A \"[B \"c x\n[Event \"B\"] *", "#1:2 [Event=B] | =*.");
    expect("[A \"[B \"c\"]\n*", "#1:1 [A=[B \"c] | =*.");
}

static void common_spellings_of_moves_are_accepted(void **state)
{
    (void)state;
    expect("1. e2e4 d7-d5 2. e5 f5 3. exf6 e.p. exf6+ 4. Nf3 Bd6++ 5. Be2 Ne7 6. 0-0 0-0 *",
           "#1:1 | e4 d5 e5 f5 exf6 exf6 Nf3 Bd6 Be2 Ne7 O-O O-O =*.");
    expect("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"] 1. a8(Q) *",
           "#1:1 [FEN=7k/P7/8/8/8/8/8/K7 w - - 0 1] | a8=Q+ =*.");
}

static void typographic_moves_are_accepted(void **state)
{
    (void)state;
    expect("1.♘f3 ♞f6 2.g3 g6 3.♗g2 ♝g7 4.O–O 0–0 5. d4 d5 6. ♘e5 ♞e4 *",
           "#1:1 | Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O d4 d5 Ne5 Ne4 =*.");
    expect("1. ♘\ufe0ef3 d5\u00a02.\u00a0g3\u00a02…c5 3.c4\u20093.…\u2009Nc6 *",
           "#1:1 | Nf3 d5 g3 c5 c4 Nc6 =*.");
}

static void null_moves_pass_the_turn(void **state)
{
    (void)state;
    expect("1. e4 -- 2. d4 Z0 3. Nf3 *", "#1:1 | e4 -- d4 -- Nf3 =*.");
    expect("1. e4 0000 2. d4 @@@@ 3. Nf3 null 4.-- 0000! *",
           "#1:1 | e4 -- d4 -- Nf3 -- -- -- $1 =*.");
    expect("1. e4 f6 2. Qh5+ -- *",
           "#1:1 | e4 f6 Qh5+ <a side in check cannot pass at 1:1:17 --> =*.");
}

static void bytes_of_any_encoding_pass_through(void **state)
{
    (void)state;
    expect("[White \"M\xfcller\"]\n1. e4 {sch\xf6n} *",
           "#1:1 [White=M\xfcller] | e4 {sch\xf6n} =*.");
}

static void slightly_malformed_tags_are_accepted(void **state)
{
    (void)state;
    expect("[Event \"say \\\"hi\\\"\"] *", "#1:1 [Event=say \\\"hi\\\"] | =*.");
    expect("[Event \"The \"Big\" One\"] *", "#1:1 [Event=The \"Big\" One] | =*.");
    expect("[Site \"C:\\\"]\n*", "#1:1 [Site=C:\\] | =*.");
    expect("[ Site  \"x\" ]\n[Date\"y\"\n*", "#1:1 [Site=x] [Date=y] | =*.");
    expect("[Event \"\"]\n*", "#1:1 [Event=] | =*.");
}

static void tag_values_can_be_unescaped(void **state)
{
    (void)state;
    const char value[] = "a \\\"b\\\" \\\\ \\c \\";
    char out[32] = "";
    assert_int_equal(rk_pgn_unescape((rk_pgn_text){value, strlen(value)}, out, sizeof out), 12);
    assert_string_equal(out, "a \"b\" \\ \\c \\");
    assert_int_equal(rk_pgn_unescape((rk_pgn_text){value, strlen(value)}, out, 2), 2);
}

static void the_tags_set_the_start_position(void **state)
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

// ---- large input -----------------------------------------------------------------------------

/* A hash of all callbacks, for input too large for a transcript. */
static rk_pgn_next hash_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    uint64_t *hash = data;
    *hash = (*hash ^ before->key ^ move ^ san.size) * UINT64_C(0x9e3779b97f4a7c15);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hash_comment(void *data, rk_pgn_text text)
{
    uint64_t *hash = data;
    for (size_t i = 0; i < text.size; i++)
        *hash = (*hash ^ (unsigned char)text.at[i]) * UINT64_C(0x100000001b3);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hash_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    return hash_comment(data, name) ? RK_PGN_STOP : hash_comment(data, value);
}

static rk_pgn_next hash_begin(void *data, rk_pgn_place place)
{
    uint64_t *hash = data;
    *hash = (*hash ^ (place.game + 31 * place.line + 961 * place.offset)) * 31;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hash_error(void *data, const rk_pgn_error *error)
{
    hash_begin(data, error->place);
    return hash_comment(data, error->token);
}

static rk_pgn_next hash_stray(void *data, rk_pgn_place place, rk_pgn_text text)
{
    hash_begin(data, place);
    return hash_comment(data, text);
}

static rk_pgn_visitor hasher(uint64_t *hash)
{
    return (rk_pgn_visitor){.data = hash,
                            .begin_game = hash_begin,
                            .tag = hash_tag,
                            .move = hash_move,
                            .comment = hash_comment,
                            .error = hash_error,
                            .stray = hash_stray};
}

static void streaming_a_large_file_gives_the_same_result(void **state)
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
        const rk_pgn_visitor visitor = hasher(&whole), other = hasher(&streamed);
        rk_pgn_read_text(pgn, size, (rk_pgn_place){0, 0, 0}, &visitor);
        struct chunked_source from = {pgn, size, 1 + prng_below(&prng, 1 << 16)};
        assert_int_equal(rk_pgn_read(read_chunk, &from, &other), RK_OK);
        assert_true(whole == streamed);
    }
    free(pgn);
}

static rk_pgn_next keep_place(void *data, rk_pgn_place place)
{
    *(rk_pgn_place *)data = place;
    return RK_PGN_CONTINUE;
}

static void a_file_split_into_chunks_gives_the_same_result(void **state)
{
    (void)state;
    char pgn[4096];
    size_t size = 0;
    for (int game = 1; game <= 30; game++)
        size += (size_t)sprintf(pgn + size, "[Event \"%d\"]\n[Site \"x\"]\n\n1. e4 e5 *\n\n", game);
    uint64_t whole = 0, chunked = 0;
    const rk_pgn_visitor visitor = hasher(&whole), other = hasher(&chunked);
    rk_pgn_read_text(pgn, size, (rk_pgn_place){0, 0, 0}, &visitor);
    rk_pgn_place before = {0, 0, 0};
    for (size_t at = 0; at < size;) {
        const size_t end = rk_pgn_next_game(pgn, size, at + 100);
        rk_pgn_read_text(pgn + at, end - at, before, &other);
        rk_pgn_place last = before;
        const rk_pgn_visitor counter = {.data = &last, .begin_game = keep_place};
        rk_pgn_read_text(pgn + at, end - at, before, &counter);
        before = (rk_pgn_place){last.line + 4, last.game, end}; // five lines per game
        at = end;
    }
    assert_true(whole == chunked);
}

// ---- errors ----------------------------------------------------------------------------------

static void games_of_tags_only_stay_apart(void **state)
{
    (void)state;
    static const char apart[] = "#1:1 [Event=A] [White=a] | =. #2:%d [Event=B] [White=b] | =. "
                                "#3:%d [Event=C] [White=c] | =.";
    static const struct {
        const char *pgn;
        int second, third;
    } cases[] = {
        {"[Event \"A\"]\n[White \"a\"]\n\n[Event \"B\"]\n[White \"b\"]\n\n\n[Event \"C\"]\n[White "
         "\"c\"]\n",
         4, 8},
        {"[Event \"A\"]\n[White \"a\"]\n[Event \"B\"]\n[White \"b\"]\n[Event \"C\"]\n[White \"c\"]",
         3, 5},
        {"[Event \"A\"]\r\n[White \"a\"]\r\n\r\n[Event \"B\"]\r\n\r\n[White \"b\"]\r\n\r\n[Event "
         "\"C\"]\r\n[White \"c\"]",
         4, 8},
        {"[Event \"A\"][White \"a\"][Event \"B\"][White \"b\"][Event \"C\"][White \"c\"]", 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[128];
        snprintf(expected, sizeof expected, apart, cases[i].second, cases[i].third);
        expect(cases[i].pgn, expected);
    }
}

static void games_of_tags_only_may_start_with_any_tag(void **state)
{
    (void)state;
    expect("[Black \"a\"]\n[Event \"A\"]\n[Black \"b\"]\n[Event \"B\"]\n",
           "#1:1 [Black=a] [Event=A] | =. #2:3 [Black=b] [Event=B] | =.");
    expect("[Annotator \"x\"]\n[Black \"a\"]\n\n[Black \"b\"]\n\n[Black \"c\"]",
           "#1:1 [Annotator=x] [Black=a] | =. #2:4 [Black=b] | =. #3:6 [Black=c] | =.");
    expect("[Event \"A\"]\n; lost\n[Event \"B\"]\n{found}\n\n[Event \"C\"]\n",
           "#1:1 [Event=A] | { lost} =. #2:3 [Event=B] | {found} =. #3:6 [Event=C] | =.");
    expect("[Event \"A\"]\n*\n[Event \"B\"]\n1-0\n[Event \"C\"]\n",
           "#1:1 [Event=A] | =*. #2:3 [Event=B] | =1-0. #3:5 [Event=C] | =.");
}

static void tags_of_one_game_stay_together(void **state)
{
    (void)state;
    expect(
        "[Event \"A\"]\n; c\n[White \"a\"]\n% e\n[Black \"b\"]\n{d}\n\n[Round \"1\"]\n{x\ny} ; z\n"
        "[Site \"s\"]\n\n1. e4 *",
        "#1:1 [Event=A] [White=a] [Black=b] [Round=1] [Site=s] | e4 =*.");
    expect("[Event \"A\"]\n[White \"a\"]\n[White \"b\"]\n\n1. e4 *",
           "#1:1 [Event=A] [White=a] ~this tag is repeated: its last value counts at 1:3:25 White~ "
           "[White=b] | e4 =*.");
    expect("[Event \"A\"]\n\n[White \"a\"]\n\n[Black \"b\"]\n\n1. e4 *",
           "#1:1 [Event=A] [White=a] [Black=b] | e4 =*.");
}

static void a_repeated_tag_is_a_warning_in_one_game(void **state)
{
    (void)state;
    expect("[White \"a\"]\n[Black \"b\"]\n[White \"c\"]\n\n1. e4 *",
           "#1:1 [White=a] [Black=b] ~this tag is repeated: its last value counts at 1:3:25 White~ "
           "[White=c] | e4 =*.");
    expect("[White \"a\"]\n[White \"b\"]\n\n[Event \"B\"]\n\n1. e4 *",
           "#1:1 [White=a] ~this tag is repeated: its last value counts at 1:2:13 White~ [White=b] "
           "| =. #2:4 [Event=B] | e4 =*.");
    expect("[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n[FEN \"\"]\n\n1. e4 *",
           "#1:1 [FEN=8/8/8/8/8/8/8/8 w - -] ~this tag is repeated: its last value counts at "
           "1:2:31 FEN~ [FEN=] | e4 =*.");
}

static void a_control_character_inside_a_move_is_an_error(void **state)
{
    (void)state;
    static const char nul[] = "1. e4 e5 2. N\0f3 Nc6 *", escape[] = "1. e\0334 *",
                      between[] = "1. e4\0\0 e5 \0 2. Nf3\x1a\n\0 1-0\0\0";
    expect_sized(nul, sizeof nul - 1,
                 "#1:1 | e4 e5 <there is a NUL byte in this word at 1:1:12 N> =*.");
    expect_sized(escape, sizeof escape - 1,
                 "#1:1 | <there is a control character in this word at 1:1:3 e\0334> =*.");
    expect_sized(between, sizeof between - 1, "#1:1 | e4 e5 Nf3 =1-0.");
}

/* The offsets of the games that the reader finds. */
struct starts {
    size_t list[64], count;
};

static rk_pgn_next add_start(void *data, rk_pgn_place place)
{
    struct starts *starts = data;
    starts->list[starts->count++] = (size_t)place.offset;
    return RK_PGN_CONTINUE;
}

static void the_reader_and_the_search_for_games_agree(void **state)
{
    (void)state;
    static const char *const lines[] = {"[Event \"A\"]\n", "[Site \"x\"]\n",
                                        "[White \"a\"]\n", "\n",
                                        "; c\n",           "{d}\n",
                                        "1. e4 e5 *\n",    "[Site none]\n",
                                        "[Site \"open\n",  "[Site] [White \"a\"]\n"};
    struct prng prng = {7};
    for (int round = 0; round < 20000; round++) {
        char pgn[512] = "[Event \"A\"]\n";
        for (unsigned count = prng_below(&prng, 16); count > 0; count--)
            strcat(pgn, lines[prng_below(&prng, sizeof lines / sizeof *lines)]);
        struct starts starts = {.count = 0};
        const size_t size = strlen(pgn);
        const rk_pgn_visitor visitor = {.data = &starts, .begin_game = add_start};
        rk_pgn_read_text(pgn, size, (rk_pgn_place){0, 0, 0}, &visitor);
        size_t game = 0;
        for (size_t from = 0; from < size; from++) {
            game += game < starts.count && starts.list[game] < from;
            const size_t expected = game < starts.count ? starts.list[game] : size;
            const bool at_line_start = !expected || pgn[expected - 1] == '\n';
            if (at_line_start && pgn[expected] == '[' &&
                rk_pgn_next_game(pgn, size, from) != expected)
                fail_msg("from %zu not %zu but %zu in\n%s", from, expected,
                         rk_pgn_next_game(pgn, size, from), pgn);
        }
    }
}

static void an_error_has_a_place_and_a_reason_and_ends_only_its_game(void **state)
{
    (void)state;
    expect("[Event \"A\"]\n\n1. e4 e5\n2. Ke3 Nc6 {x} (2... d5) 3. Nf3 1-0\n\n1. d4 *",
           "#1:1 [Event=A] | e4 e5 <the king cannot reach e3 at 1:4:25 Ke3> =1-0. "
           "#2:6 | d4 =*.");
    expect("1. e4 (1. d4 (1. Zz9) 1... d5) e5 *\n1. c4 *",
           "#1:1 | e4 ( d4 ( ) ) <this is not a move at 1:1:17 Zz9> =*. #2:2 | c4 =*.");
}

static void a_knight_move_that_was_cut_off_is_no_novelty_sign(void **state)
{
    (void)state;
    expect("1. e4 e5 2. N", "#1:1 | e4 e5 <this is not a move at 1:1:12 N> =.");
    expect("1. e4 e5 2.N f3 *", "#1:1 | e4 e5 <this is not a move at 1:1:11 N> =*.");
    expect("1. e4 e5 N 2. Nf3 (2. Nc3 N) N *", "#1:1 | e4 e5 $146 Nf3 ( Nc3 $146 ) $146 =*.");
}

static void unclosed_and_unopened_brackets_are_errors(void **state)
{
    (void)state;
    expect("1. e4 {never", "#1:1 | e4 <comment not closed, or too long at 1:1:6 {> =.");
    expect("1. e4 {never\n[Event \"B\"]\n*",
           "#1:1 | e4 <comment not closed, or too long at 1:1:6 {> =. "
           "#2:2 [Event=B] | =*.");
    expect("1. e4 (1. d4 d5", "#1:1 | e4 ( d4 d5 ) <a variation is not closed at 1:1:15 > =.");
    expect("1. e4 ) e5 *", "#1:1 | e4 <no variation to close at 1:1:6 )> =*.");
    expect("1. e4 } e5 *", "#1:1 | e4 <unexpected character at 1:1:6 }> =*.");
}

static void a_broken_tag_costs_only_itself(void **state)
{
    (void)state;
    expect("[Event \"A\"]\n[Site none]\n[Date \"x\"]\n\n1. e4 *\n[Event \"B\"]\n*",
           "#1:1 [Event=A] ~a tag is written as [Name \"value\"] at 1:2:12 [Site none]~ [Date=x] "
           "| e4 =*. #2:6 [Event=B] | =*.");
    expect("[Event \"A\"]\n[Site \"open]\n[Date \"x\"]\n1. e4 *",
           "#1:1 [Event=A] ~a tag is written as [Name \"value\"] at 1:2:12 [Site \"open]~ "
           "[Date=x] | e4 =*.");
    expect("[Variant \"Rapid\"]\n[Event \"A\"]\n1. e4 *",
           "#1:1 [Variant=Rapid] [Event=A] ~unknown variant, read as standard chess at 1:1:10 "
           "Rapid~ | e4 =*.");
    expect("[FEN \"\"]\n1. e4 *", "#1:1 [FEN=] | e4 =*.");
}

static void a_wrong_en_passant_square_costs_only_itself(void **state)
{
    (void)state;
    expect("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1\"]\n1. e4 *",
           "#1:1 [FEN=4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1] "
           "~no pawn has just moved two squares past the en passant square at 1:1:6 "
           "4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1~ | e4 =*.");
    expect("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - ? 0 1\"]\n1. e4 *",
           "#1:1 [FEN=4k3/8/8/8/8/8/4P3/4K3 w - ? 0 1] "
           "~the en passant square must be - or a square at 1:1:6 "
           "4k3/8/8/8/8/8/4P3/4K3 w - ? 0 1~ | e4 =*.");
}

static void an_invalid_position_is_an_error_in_its_tag(void **state)
{
    (void)state;
    static struct transcript transcript;
    transcript = (struct transcript){.size = 0};
    const rk_pgn_visitor visitor = recorder(&transcript);
    const char pgn[] = "[Event \"A\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n1. d4 *";
    rk_pgn_read_text(pgn, strlen(pgn), (rk_pgn_place){100, 7, 1000}, &visitor);
    assert_non_null(
        strstr(transcript.text, "at 8:102:1018 8/8/8/8/8/8/8/8 w - - 0 1> =*. #9:105 | d4"));
}

static void variations_nested_too_deeply_are_an_error(void **state)
{
    (void)state;
    char pgn[2 * RK_PGN_DEPTH_MAX + 32] = "1. e4 ";
    memset(pgn + 6, '(', RK_PGN_DEPTH_MAX + 1);
    struct transcript *transcript = calloc(1, sizeof *transcript);
    const rk_pgn_visitor visitor = recorder(transcript);
    rk_pgn_read_text(pgn, strlen(pgn), (rk_pgn_place){0, 0, 0}, &visitor);
    assert_non_null(
        strstr(transcript->text, ") <variations are nested too deeply at 1:1:70 (> =."));
    free(transcript);
}

static void comments_that_are_too_long_are_an_error(void **state)
{
    (void)state;
    enum { LONG = 5 * RK_PGN_TOKEN_MAX };
    char *pgn = malloc(LONG + 64);
    size_t size = (size_t)sprintf(pgn, "1. e4 {");
    memset(pgn + size, 'x', LONG);
    size += LONG;
    size += (size_t)sprintf(pgn + size, "} e5 *\n[Event \"B\"]\n1. d4 *");
    expect_sized(pgn, size,
                 "#1:1 | e4 <comment not closed, or too long at 1:1:6 {> =. "
                 "#2:2 [Event=B] | d4 =*.");
    pgn[6] = ';';
    expect_sized(pgn, size, "#1:1 | e4 <comment too long at 1:1:6 ;> =. #2:2 [Event=B] | d4 =*.");
    free(pgn);
}

static rk_pgn_next save_warning(void *data, const rk_pgn_error *error)
{
    *(rk_pgn_error *)data = *error;
    return RK_PGN_CONTINUE;
}

static void a_tag_that_is_too_long_is_left_out(void **state)
{
    (void)state;
    enum { LONG = 5 * RK_PGN_TOKEN_MAX };
    rk_pgn_error warning = {.fault = {.err = RK_OK}};
    const rk_pgn_visitor visitor = {.data = &warning, .warning = save_warning};
    char *pgn = malloc(LONG + 64);
    size_t size = (size_t)sprintf(pgn, "[Event \"A\"]\n[Site \"");
    memset(pgn + size, 'x', LONG);
    size += LONG;
    size += (size_t)sprintf(pgn + size, "\"]\n1. d4 *");
    rk_pgn_read_text(pgn, size, (rk_pgn_place){0, 0, 0}, &visitor);
    assert_string_equal(warning.fault.text, "this tag is longer than 64 KiB, and left out");
    assert_int_equal(warning.place.line, 2);
    free(pgn);
}

// ---- visitors and sources --------------------------------------------------------------------

static void a_visitor_can_skip_and_stop(void **state)
{
    (void)state;
    const char pgn[] = "[Event \"A\"] 1. e4 (1. d4 (1. c4)) e5 * [Event \"B\"] 1. d4 *";
    static const struct {
        rk_pgn_next begin, move, variation;
        const char *expected;
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
        static struct transcript transcript;
        transcript = (struct transcript){.on_begin = cases[i].begin,
                                         .on_move = cases[i].move,
                                         .on_variation = cases[i].variation};
        const rk_pgn_visitor visitor = recorder(&transcript);
        rk_pgn_read_text(pgn, strlen(pgn), (rk_pgn_place){0, 0, 0}, &visitor);
        assert_string_equal(transcript.text, cases[i].expected);
    }
}

static void a_result_in_a_skipped_variation_does_not_end_the_game(void **state)
{
    (void)state;
    static struct transcript transcript;
    transcript = (struct transcript){.on_move = RK_PGN_SKIP};
    const char pgn[] = "[Event \"A\"]\n1. e4 (1. d4 (1. c4 1-0) *) e5\n2. Nf3 0-1\n"
                       "[Event \"B\"]\n1. d4 *";
    const rk_pgn_visitor visitor = recorder(&transcript);
    rk_pgn_read_text(pgn, strlen(pgn), (rk_pgn_place){0, 0, 0}, &visitor);
    assert_string_equal(transcript.text, "#1:1 [Event=A] | e4 =0-1. #2:4 [Event=B] | d4 =*.");
    expect("1. e4 (1. d4 d4 1-0) e5\n2. Nf3 0-1\n",
           "#1:1 | e4 ( d4 ) <the pawn on d7 does not move to d4 at 1:1:13 d4> =0-1.");
    expect(
        "1. e4 (1. d4 d4 1-0\r\n\r\n1. e4 *\n",
        "#1:1 | e4 ( d4 ) <the pawn on d7 does not move to d4 at 1:1:13 d4> =1-0. #2:3 | e4 =*.");
}

static void input_that_no_callback_needs_is_not_parsed(void **state)
{
    (void)state;
    static struct transcript transcript;
    transcript = (struct transcript){.size = 0};
    rk_pgn_visitor visitor = {.data = &transcript, .end_game = record_end, .error = record_error};
    const char pgn[] = "[Event \"A\"] 1. nonsense 1-0 1. e4 e4 *";
    rk_pgn_read_text(pgn, strlen(pgn), (rk_pgn_place){0, 0, 0}, &visitor);
    assert_string_equal(transcript.text, "=1-0. =*.");
    transcript = (struct transcript){.size = 0};
    visitor.validate = true;
    rk_pgn_read_text(pgn + 28, strlen(pgn) - 28, (rk_pgn_place){0, 0, 0}, &visitor);
    assert_non_null(strstr(transcript.text, "at 1:1:6 e4> =*."));
}

static size_t fail_to_read(void *data, char *buffer, size_t size)
{
    (void)data, (void)buffer, (void)size;
    return SIZE_MAX;
}

static void a_failing_source_is_reported(void **state)
{
    (void)state;
    const rk_pgn_visitor visitor = {.validate = true};
    assert_int_equal(rk_pgn_read(fail_to_read, NULL, &visitor), RK_CANNOT_READ);
}

static void the_next_game_is_found_from_any_offset(void **state)
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

static void annotations_in_comments_are_parsed(void **state)
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
        cmocka_unit_test(a_game_is_reported_in_order),
        cmocka_unit_test(input_without_games_reports_nothing),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(lines_may_end_with_crlf_or_cr),
        cmocka_unit_test(move_numbers_are_accepted_in_every_form),
        cmocka_unit_test(escaped_lines_and_line_comments_end_with_the_line),
        cmocka_unit_test(comments_do_not_nest),
        cmocka_unit_test(variations_nest),
        cmocka_unit_test(annotations_may_be_nags_or_symbols),
        cmocka_unit_test(results_end_a_game_and_may_be_missing),
        cmocka_unit_test(two_games_may_share_a_line),
        cmocka_unit_test(games_may_lack_tags_or_moves),
        cmocka_unit_test(stray_text_between_games_is_skipped),
        cmocka_unit_test(stray_text_is_reported_to_its_callback),
        cmocka_unit_test(a_line_of_tags_without_an_end_is_skipped_at_once),
        cmocka_unit_test(common_spellings_of_moves_are_accepted),
        cmocka_unit_test(null_moves_pass_the_turn),
        cmocka_unit_test(bytes_of_any_encoding_pass_through),
        cmocka_unit_test(slightly_malformed_tags_are_accepted),
        cmocka_unit_test(tag_values_can_be_unescaped),
        cmocka_unit_test(the_tags_set_the_start_position),
        cmocka_unit_test(streaming_a_large_file_gives_the_same_result),
        cmocka_unit_test(a_file_split_into_chunks_gives_the_same_result),
        cmocka_unit_test(an_error_has_a_place_and_a_reason_and_ends_only_its_game),
        cmocka_unit_test(a_knight_move_that_was_cut_off_is_no_novelty_sign),
        cmocka_unit_test(unclosed_and_unopened_brackets_are_errors),
        cmocka_unit_test(a_broken_tag_costs_only_itself),
        cmocka_unit_test(a_wrong_en_passant_square_costs_only_itself),
        cmocka_unit_test(an_invalid_position_is_an_error_in_its_tag),
        cmocka_unit_test(variations_nested_too_deeply_are_an_error),
        cmocka_unit_test(comments_that_are_too_long_are_an_error),
        cmocka_unit_test(a_tag_that_is_too_long_is_left_out),
        cmocka_unit_test(a_visitor_can_skip_and_stop),
        cmocka_unit_test(a_result_in_a_skipped_variation_does_not_end_the_game),
        cmocka_unit_test(input_that_no_callback_needs_is_not_parsed),
        cmocka_unit_test(a_failing_source_is_reported),
        cmocka_unit_test(the_next_game_is_found_from_any_offset),
        cmocka_unit_test(annotations_in_comments_are_parsed),
        cmocka_unit_test(a_comment_before_the_first_move_is_kept),
        cmocka_unit_test(symbols_may_be_typographic_or_follow_a_move_directly),
        cmocka_unit_test(a_malformed_nag_costs_only_itself),
        cmocka_unit_test(results_may_be_typographic),
        cmocka_unit_test(typographic_moves_are_accepted),
        cmocka_unit_test(games_of_tags_only_stay_apart),
        cmocka_unit_test(games_of_tags_only_may_start_with_any_tag),
        cmocka_unit_test(tags_of_one_game_stay_together),
        cmocka_unit_test(a_repeated_tag_is_a_warning_in_one_game),
        cmocka_unit_test(a_control_character_inside_a_move_is_an_error),
        cmocka_unit_test(the_reader_and_the_search_for_games_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
