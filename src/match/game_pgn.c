/* SPDX-License-Identifier: MIT */
#include "match/game_pgn.h"

#include <stdio.h>
#include <string.h>

enum { COMMENT_MAX = 256 };

static void append_bytes(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static int write_score(const struct move_record *record, char *out, size_t size)
{
    const int score = record->score;
    if (!record->has_score)
        return snprintf(out, size, "%.3fs", (double)record->elapsed / 1000);
    const double seconds = (double)record->elapsed / 1000;
    if (score > RK_MATE_IN_MAX || score < -RK_MATE_IN_MAX) {
        const int plies = RK_MATE - (score > 0 ? score : -score);
        return snprintf(out, size, "%cM%d/%u %.3fs", score > 0 ? '+' : '-', (plies + 1) / 2,
                        record->depth, seconds);
    }
    return snprintf(out, size, "%+.2f/%u %.3fs", (double)score / 100, record->depth, seconds);
}

static void write_comment(rk_pgn_writer *writer, const struct move_record *record,
                          const char *reason)
{
    char comment[COMMENT_MAX];
    int size = record->is_book ? snprintf(comment, sizeof comment, "book")
                               : write_score(record, comment, sizeof comment);
    if (*reason)
        size += snprintf(comment + size, sizeof comment - (size_t)size, ", %s", reason);
    rk_pgn_write_comment(writer, (rk_pgn_text){comment, strlen(comment)});
}

// An illegal move ends the game by adjudication, so the game itself does not know the reason.
static void write_tags(const struct referee_result *result, const rk_roster *roster,
                       rk_pgn_writer *writer)
{
    rk_roster tags = *roster;
    if (result->is_infraction)
        snprintf(tags.termination, sizeof tags.termination, "rules infraction");
    rk_game_write_tags(result->game, &tags, writer);
}

void game_pgn_write(const struct referee_result *result, const rk_roster *roster,
                    struct buffer *out)
{
    rk_pgn_writer writer;
    const rk_game *game = result->game;
    size_t moves = 0;
    rk_pgn_writer_init(&writer, append_bytes, out);
    write_tags(result, roster, &writer);
    for (size_t i = 0; i < rk_game_length(game); i++) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind != RK_ACT_MOVE)
            continue;
        rk_pgn_write_move(&writer, rk_game_position_before(game, i), action->move);
        const bool is_last = moves + 1 == result->record_count;
        write_comment(&writer, &result->records[moves++], is_last ? result->reason : "");
    }
    if (!moves)
        rk_pgn_write_comment(&writer, (rk_pgn_text){result->reason, strlen(result->reason)});
    const char *score = rk_game_score(game);
    rk_pgn_write_end(&writer, (rk_pgn_text){score, strlen(score)});
}
