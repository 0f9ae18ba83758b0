/* SPDX-License-Identifier: MIT */
/* The offers a user can accept: open challenges and the seeks in the lobby. */
#ifndef JOIN_OFFERS_H
#define JOIN_OFFERS_H

#include "client/remote_game.h"

enum { OFFERS_CHALLENGES_MAX = 20, OFFERS_SEEKS_MAX = 100, OFFERS_TERMS_SIZE = 320 };

struct open_challenge {
    unsigned number; /* how the user refers to it; the same as long as it is open */
    char id[REMOTE_GAME_ID_MAX + 1];
    char from[REMOTE_GAME_NAME_MAX + 1];
    char terms[OFFERS_TERMS_SIZE]; /* "5+3 atomic rated, you are White" */
};

struct open_seek {
    char id[REMOTE_GAME_ID_MAX + 1];
    char name[REMOTE_GAME_NAME_MAX + 1];
};

/* The oldest are first. If a list is full, its oldest entry is forgotten; it can still be answered
 * by its id. Initialize with zeros. */
struct offers {
    struct open_challenge challenges[OFFERS_CHALLENGES_MAX];
    size_t challenge_count;
    struct open_seek seeks[OFFERS_SEEKS_MAX];
    size_t seek_count;
};

/* Numbers start at 1 again when no challenge is open. A challenge that is in the list is replaced.
 * The result is valid until the list changes. */
const struct open_challenge *offers_add_challenge(struct offers *offers, const char *id,
                                                  const char *from, const char *terms);
void offers_remove_challenge(struct offers *offers, const char *id);

void offers_add_seek(struct offers *offers, const char *id, const char *name);
void offers_remove_seek(struct offers *offers, const char *id);

/* Counts the challenges with this number, id or challenger, ignoring the case of names. *out is the
 * first of them. */
size_t offers_find_challenge(const struct offers *offers, const char *word,
                             const struct open_challenge **out);

/* The same for seeks, by id or name. */
size_t offers_find_seek(const struct offers *offers, const char *word,
                        const struct open_seek **out);

#endif
