/* SPDX-License-Identifier: MIT */
/* A visit to a server: what somebody came for, and what is on the board. Knows no
 * terminal. */
#ifndef JOIN_ONLINE_SESSION_H
#define JOIN_ONLINE_SESSION_H

#include "client/client.h"

/* What somebody comes for; texts may be NULL. */
struct online_goals {
    const char *seek;      /* a time control */
    const char *accept;    /* the id of a challenge, an invitation or a seek */
    const char *challenge; /* a name */
    const char *invite;    /* a time control */
    const char *computer;  /* a level */
    const char *game;      /* the id of a game to play or watch */
    const char *clock, *variant, *side, *fen;
    bool rated, hidden;
};

struct online_session {
    struct client *client;
    const char *url; /* of the server, as it was given */
    struct online_goals wish;
    char game[REMOTE_GAME_ID_MAX + 1];      /* on the board; "" for none */
    char announced[REMOTE_GAME_ID_MAX + 1]; /* whose players were named */
    char challenge[REMOTE_GAME_ID_MAX + 1]; /* the last that waits for our answer */
    char accepting[REMOTE_GAME_ID_MAX + 1]; /* a challenge, or if there is none, a seek */
    char accept_id[CLIENT_ID_SIZE + 1];     /* the order that accepts it */
    char finding[CLIENT_ID_SIZE + 1];       /* the order that looks for an opponent; "" for none */
    char made[REMOTE_GAME_ID_MAX + 1];      /* the seek or challenge it made */
    enum message_kind finds;                /* what that order was */
    bool invites;                           /* without a name */
    bool listing;                           /* the list of games was asked for */
    int64_t acked;                          /* the version our last order in the game made */
    bool patient;                           /* a script: lines wait until they can be done */
    bool greeted, away, warned;
    bool flipped; /* from what the side says */
    bool refused; /* a line was refused, by us or the server */
    bool failed, left;

    /* Takes a line without its end, which may hold anything a stranger said. */
    void (*say)(void *context, const char *line);
    void *context;
};

/* Says a line, formatted as by printf. */
__attribute__((format(printf, 2, 3))) void online_session_print(struct online_session *visit,
                                                                const char *format, ...);

/* The game on the board; NULL if none is, or nothing is known of it yet. */
const struct remote_game *online_session_game(const struct online_session *visit);
void online_session_show(struct online_session *visit, const char *game); /* puts it on the board */

/* How the game stands, in a line; and whether there is a connection. */
void online_session_write_status(const struct online_session *visit, int64_t now, char *out,
                                 size_t size);
void online_session_write_result(const struct remote_game *game, char *out,
                                 size_t size);            /* of one that is over */
const char *online_session_clock_text(const char *clock); /* a time control as a person reads it */
void online_session_write_title(const struct online_session *visit, char *out, size_t size);

#endif
