/* SPDX-License-Identifier: MIT */
/* The state of a user on a server: the game on the board, the open request for an opponent, and how
 * lines are printed. Independent of the terminal. */
#ifndef JOIN_ONLINE_SESSION_H
#define JOIN_ONLINE_SESSION_H

#include "client/client.h"
#include "join/offers.h"
#include "join/terms.h"
#include "join/word_list.h"

/* Requests to send once connected; NULL for none. */
struct start_requests {
    const char *seek;      /* a time control */
    const char *accept;    /* the id of a challenge, an invitation or a seek */
    const char *challenge; /* a user name */
    const char *invite;    /* a time control */
    const char *computer;  /* a level */
    const char *game;      /* the id of a game to play or watch */
};

struct online_session {
    struct client *client;
    const char *url; /* of the server, as the user typed it */
    struct start_requests start;
    struct game_defaults defaults;

    char game[REMOTE_GAME_ID_MAX + 1];      /* on the board; "" for none */
    char announced[REMOTE_GAME_ID_MAX + 1]; /* the game whose players were printed */
    int64_t acked_version;                  /* made by our last command in the game */
    bool flipped;                           /* the other way round than our side suggests */

    struct offers offers;
    struct word_list names;                /* of users we have seen */
    struct word_list games;                /* ids of games we have seen */
    char accepted[REMOTE_GAME_ID_MAX + 1]; /* the id last accepted: a challenge, or else a seek */
    char accept_request[CLIENT_ID_SIZE + 1];

    char search_request[CLIENT_ID_SIZE + 1]; /* the request for an opponent; "" for none */
    enum message_kind search_kind;           /* seek, challenge, join or computer */
    char search_id[REMOTE_GAME_ID_MAX + 1];  /* of the seek or challenge it created */
    bool is_invitation;                      /* it is a challenge without a name */
    bool listing_games;                      /* the list of games was requested */

    bool scripted; /* input is not a terminal: a line waits until it can run */
    bool was_connected, disconnected, quit_warned;
    bool refused; /* a line was refused, by us or by the server */
    bool failed, quit;

    /* Prints a line without its newline. It may contain any bytes another user typed. */
    void (*print)(void *context, const char *line);
    void *context;
};

/* Prints a line, formatted as by printf. */
__attribute__((format(printf, 2, 3))) void online_session_print(struct online_session *session,
                                                                const char *format, ...);

/* The same for a line that cannot run; sets session->refused. */
__attribute__((format(printf, 2, 3))) void online_session_refuse(struct online_session *session,
                                                                 const char *format, ...);

/* The game on the board; NULL if there is none, or its snapshot has not arrived yet. */
const struct remote_game *online_session_game(const struct online_session *session);

/* Puts a game on the board, to play or to watch it. */
void online_session_show(struct online_session *session, const char *game);

/* Whether we play in the game, which may be NULL. */
bool online_session_is_player(const struct remote_game *game);

/* Whose move it is, the result, or what we are waiting for; one line. */
void online_session_write_status(const struct online_session *session, int64_t now, char *out,
                                 size_t size);
void online_session_write_title(const struct online_session *session, char *out, size_t size);
/* The title without the id of the game: "5+3 blitz rated atomic". */
void online_session_write_short_title(const struct online_session *session, char *out, size_t size);

/* The result of a game that is over: "1-0 White wins by checkmate". */
void online_session_write_result(const struct remote_game *game, char *out, size_t size);

/* A time control for the user: "5+3" or "untimed". */
const char *online_session_clock_text(const char *clock);

/* The name of a variant, which the server may write in another way: "king-of-the-hill". */
const char *online_session_variant_text(const char *variant);

#endif
