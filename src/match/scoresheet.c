/* SPDX-License-Identifier: MIT */
#include "match/scoresheet.h"

#include <stdio.h>
#include <string.h>

enum { COMMENT_MAX = 256 };

static void put(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static int write_score(const struct referee_note *note, char *out, size_t size)
{
    const int score = note->score;
    if (!note->has_score)
        return snprintf(out, size, "%.3fs", (double)note->took / 1000);
    const double seconds = (double)note->took / 1000;
    if (score > RK_MATE_IN_MAX || score < -RK_MATE_IN_MAX) {
        const int plies = RK_MATE - (score > 0 ? score : -score);
        return snprintf(out, size, "%cM%d/%u %.3fs", score > 0 ? '+' : '-', (plies + 1) / 2,
                        note->depth, seconds);
    }
    return snprintf(out, size, "%+.2f/%u %.3fs", (double)score / 100, note->depth, seconds);
}

static void write_note(rk_pgn_writer *writer, const struct referee_note *note, const char *reason)
{
    char comment[COMMENT_MAX];
    int size = note->is_book ? snprintf(comment, sizeof comment, "book")
                             : write_score(note, comment, sizeof comment);
    if (*reason)
        size += snprintf(comment + size, sizeof comment - (size_t)size, ", %s", reason);
    rk_pgn_write_comment(writer, (rk_pgn_text){comment, strlen(comment)});
}

// The game ends by the arbiter's word, which tells nothing of why he gave it.
static void write_tags(const struct referee_result *result, const rk_roster *roster,
                       rk_pgn_writer *writer)
{
    rk_roster as_ended = *roster;
    if (result->is_infraction)
        snprintf(as_ended.termination, sizeof as_ended.termination, "rules infraction");
    rk_game_write_tags(result->game, &as_ended, writer);
}

void scoresheet_write(const struct referee_result *result, const rk_roster *roster,
                      struct buffer *out)
{
    rk_pgn_writer writer;
    const rk_game *game = result->game;
    size_t made = 0;
    rk_pgn_writer_init(&writer, put, out);
    write_tags(result, roster, &writer);
    for (size_t i = 0; i < rk_game_length(game); i++) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind != RK_ACT_MOVE)
            continue;
        rk_pgn_write_move(&writer, rk_game_before(game, i), action->move);
        const bool is_last = made + 1 == result->note_count;
        write_note(&writer, &result->notes[made++], is_last ? result->reason : "");
    }
    if (!made)
        rk_pgn_write_comment(&writer, (rk_pgn_text){result->reason, strlen(result->reason)});
    const char *score = rk_game_score(game);
    rk_pgn_write_end(&writer, (rk_pgn_text){score, strlen(score)});
}
