/* SPDX-License-Identifier: MIT */
#include "rounds/game_notice.h"

#include <string.h>

#include "accounts/presence.h"
#include "rounds/round_internal.h"
#include "rounds/round_json.h"

static const char letters[] = {[RK_WHITE] = 'w', [RK_BLACK] = 'b'};

static void send_to(const struct round *round, rk_side side, enum notice_kind kind)
{
    struct buffer payload = {0};
    struct notice notice = {.kind = kind};
    buffer_put(&payload, letters[side]);
    struct json json = json_in(&payload);
    round_json_info(round, side, &json);
    memcpy(notice.subject, round->info.id, sizeof round->info.id);
    notice.payload = payload.bytes;
    notice.payload_size = payload.size;
    if (!payload.failed)
        presence_send(round->server, round->info.players[side].id, &notice);
    buffer_fini(&payload);
}

void game_notice_send(const struct round *round, enum notice_kind kind)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        if (round->info.players[side].role != ROLE_ENGINE)
            send_to(round, side, kind);
}

bool game_notice_parse(const struct notice *notice, struct game_notice *out)
{
    const char *payload = notice->payload;
    const size_t size = notice->payload_size;
    if (size < 3 || payload[1] != '{' || payload[size - 1] != '}' || memchr(payload, '\n', size))
        return false;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        if (payload[0] == letters[side]) {
            *out = (struct game_notice){.side = side, .json = payload + 1, .json_size = size - 1};
            return true;
        }
    return false;
}
