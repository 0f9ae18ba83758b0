/* SPDX-License-Identifier: MIT */
#include "core/state.h"

#include "base/milliseconds.h"

void server_set_now(struct server *server, int64_t now)
{
    if (now > server->now)
        server->now = now;
}

int64_t server_date(const struct server *server)
{
    return server->now + server->date_offset;
}

bool server_set_date_timer(struct server *server, struct timer *timer, int64_t date,
                           timer_fire *fire, void *context)
{
    enum { DATE_CHECK_MS = 10 * SECOND_MS };
    const int64_t left = date - server_date(server);
    return timer_set(&server->timers, timer, server->now + min_ms(left, DATE_CHECK_MS), fire,
                     context);
}

uint64_t server_random(struct server *server)
{
    uint64_t number = 0;
    server->env.random(server->env.context, &number, sizeof number);
    return number;
}

uint64_t server_random_below(struct server *server, uint64_t bound)
{
    // Numbers above the last whole multiple of the bound would make the small ones likelier.
    const uint64_t end = UINT64_MAX - UINT64_MAX % bound;
    uint64_t number;
    do
        number = server_random(server);
    while (number >= end);
    return number % bound;
}

void server_make_id(struct server *server, char out[GAME_ID_SIZE + 1])
{
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (int i = 0; i < GAME_ID_SIZE; i++)
        out[i] = letters[server_random_below(server, sizeof letters - 1)];
    out[GAME_ID_SIZE] = '\0';
}

int64_t server_next_number(struct server *server)
{
    const int64_t next = server->last_number + 1;
    server->last_number = next > server->now ? next : server->now;
    return server->last_number;
}
