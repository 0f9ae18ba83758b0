/* SPDX-License-Identifier: MIT */
#include "analysis/review_change.h"

#include <string.h>

enum { PLACE_MAX = 1000000, SCORE_MAX = 1000000 };

void review_change_write(const struct review_change *change, struct buffer *out)
{
    buffer_put(out, (char)change->kind);
    buffer_add(out, change->game, GAME_ID_SIZE);
    switch (change->kind) {
    case REVIEW_CHANGE_STATE:
        buffer_counted(out, change->account, strlen(change->account));
        buffer_varint(out, change->place);
        buffer_varint(out, change->plies);
        break;
    case REVIEW_CHANGE_SCORE:
        buffer_varint(out, change->ply);
        buffer_varint(out, change->is_mate);
        buffer_signed_varint(out, change->score);
        break;
    case REVIEW_CHANGE_END:
        buffer_varint(out, change->has_failed);
        break;
    }
}

static void read_game(struct byte_reader *in, char out[GAME_ID_SIZE + 1])
{
    const char *game = byte_reader_bytes(in, GAME_ID_SIZE);
    if (game && !memchr(game, '\0', GAME_ID_SIZE))
        memcpy(out, game, GAME_ID_SIZE);
    else
        in->failed = true;
}

static void read_score(struct byte_reader *in, struct review_change *out)
{
    out->ply = byte_reader_number(in, REVIEW_PLIES_MAX);
    out->is_mate = byte_reader_bool(in);
    const int64_t score = byte_reader_signed(in);
    in->failed |= score < -SCORE_MAX || score > SCORE_MAX;
    out->score = in->failed ? 0 : (int)score;
}

void review_change_read(struct byte_reader *in, struct review_change *out)
{
    memset(out, 0, sizeof *out);
    const uint8_t kind = byte_reader_byte(in);
    in->failed |= kind > REVIEW_CHANGE_END;
    out->kind = in->failed ? REVIEW_CHANGE_END : (enum review_change_kind)kind;
    read_game(in, out->game);
    switch (out->kind) {
    case REVIEW_CHANGE_STATE:
        byte_reader_text(in, out->account, sizeof out->account);
        out->place = byte_reader_number(in, PLACE_MAX);
        out->plies = byte_reader_number(in, REVIEW_PLIES_MAX);
        in->failed |= !out->plies;
        break;
    case REVIEW_CHANGE_SCORE:
        read_score(in, out);
        break;
    case REVIEW_CHANGE_END:
        out->has_failed = byte_reader_bool(in);
        break;
    }
}
