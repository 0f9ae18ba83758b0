/* SPDX-License-Identifier: MIT */
/* A visit to a server: what somebody came for, and what is on the board. Knows no
 * terminal. */
#ifndef CMD_JOINVISIT_H
#define CMD_JOINVISIT_H

#include "client/client.h"

/* What somebody comes for; texts may be NULL. */
struct visit_wish {
    const char *seek;      /* a time control */
    const char *accept;    /* the id of a challenge, an invitation or a seek */
    const char *challenge; /* a name */
    const char *invite;    /* a time control */
    const char *computer;  /* a level */
    const char *game;      /* the id of a game to play or watch */
    const char *clock, *variant, *side, *fen;
    bool rated, hidden;
};

struct visit {
    struct client *client;
    const char *url; /* of the server, as it was given */
    struct visit_wish wish;
    char game[MIRROR_ID_MAX + 1];       /* on the board; "" for none */
    char announced[MIRROR_ID_MAX + 1];  /* whose players were named */
    char challenge[MIRROR_ID_MAX + 1];  /* the last that waits for our answer */
    char accepting[MIRROR_ID_MAX + 1];  /* a challenge, or if there is none, a seek */
    char accept_id[CLIENT_ID_SIZE + 1]; /* the order that accepts it */
    char finding[CLIENT_ID_SIZE + 1];   /* the order that looks for an opponent; "" for none */
    char made[MIRROR_ID_MAX + 1];       /* the seek or challenge it made */
    enum message_kind finds;            /* what that order was */
    bool invites;                       /* without a name */
    bool listing;                       /* the list of games was asked for */
    int64_t acked;                      /* the version our last order in the game made */
    bool patient;                       /* a script: lines wait until they can be done */
    bool greeted, away, warned;
    bool flipped; /* from what the side says */
    bool refused; /* a line was refused, by us or the server */
    bool failed, left;

    /* Takes a line without its end, which may hold anything a stranger said. */
    void (*say)(void *context, const char *line);
    void *context;
};

/* Says a line, formatted as by printf. */
__attribute__((format(printf, 2, 3))) void visit_say(struct visit *visit, const char *format, ...);

/* The game on the board; NULL if none is, or nothing is known of it yet. */
const struct mirror *visit_game(const struct visit *visit);
void visit_show(struct visit *visit, const char *game); /* puts it on the board */

/* How the game stands, in a line; and whether there is a connection. */
void visit_write_status(const struct visit *visit, int64_t now, char *out, size_t size);
void visit_write_result(const struct mirror *game, char *out,
                        size_t size);             /* of one that is over */
const char *visit_clock_words(const char *clock); /* a time control as a person reads it */
void visit_write_title(const struct visit *visit, char *out, size_t size);

#endif
