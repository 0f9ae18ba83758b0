/* SPDX-License-Identifier: MIT */
#include "join/offers.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

// ---- challenges ------------------------------------------------------------------------------

static void remove_challenge_at(struct offers *offers, size_t index)
{
    struct open_challenge *at = &offers->challenges[index];
    memmove(at, at + 1, (--offers->challenge_count - index) * sizeof *at);
}

static struct open_challenge *find_challenge_id(struct offers *offers, const char *id)
{
    for (size_t i = 0; i < offers->challenge_count; i++)
        if (!strcmp(offers->challenges[i].id, id))
            return &offers->challenges[i];
    return NULL;
}

static struct open_challenge *append_challenge(struct offers *offers)
{
    const size_t count = offers->challenge_count;
    const unsigned last = count ? offers->challenges[count - 1].number : 0;
    if (count == OFFERS_CHALLENGES_MAX)
        remove_challenge_at(offers, 0);
    struct open_challenge *added = &offers->challenges[offers->challenge_count++];
    added->number = last + 1;
    return added;
}

const struct open_challenge *offers_add_challenge(struct offers *offers, const char *id,
                                                  const char *from, const char *terms)
{
    struct open_challenge *challenge = find_challenge_id(offers, id);
    if (!challenge)
        challenge = append_challenge(offers);
    text_copy(challenge->id, sizeof challenge->id, id);
    text_copy(challenge->from, sizeof challenge->from, from);
    text_copy(challenge->terms, sizeof challenge->terms, terms);
    return challenge;
}

void offers_remove_challenge(struct offers *offers, const char *id)
{
    const struct open_challenge *found = find_challenge_id(offers, id);
    if (found)
        remove_challenge_at(offers, (size_t)(found - offers->challenges));
}

static bool is_challenge(const struct open_challenge *challenge, const char *word)
{
    char number[16];
    snprintf(number, sizeof number, "%u", challenge->number);
    return !strcmp(word, number) || !strcmp(word, challenge->id) ||
           !strcasecmp(word, challenge->from);
}

size_t offers_find_challenge(const struct offers *offers, const char *word,
                             const struct open_challenge **out)
{
    size_t count = 0;
    for (size_t i = 0; i < offers->challenge_count; i++)
        if (is_challenge(&offers->challenges[i], word) && !count++)
            *out = &offers->challenges[i];
    return count;
}

// ---- seeks -----------------------------------------------------------------------------------

static void remove_seek_at(struct offers *offers, size_t index)
{
    struct open_seek *at = &offers->seeks[index];
    memmove(at, at + 1, (--offers->seek_count - index) * sizeof *at);
}

void offers_remove_seek(struct offers *offers, const char *id)
{
    for (size_t i = 0; i < offers->seek_count; i++)
        if (!strcmp(offers->seeks[i].id, id)) {
            remove_seek_at(offers, i);
            return;
        }
}

void offers_add_seek(struct offers *offers, const char *id, const char *name)
{
    offers_remove_seek(offers, id);
    if (offers->seek_count == OFFERS_SEEKS_MAX)
        remove_seek_at(offers, 0);
    struct open_seek *seek = &offers->seeks[offers->seek_count++];
    text_copy(seek->id, sizeof seek->id, id);
    text_copy(seek->name, sizeof seek->name, name);
}

size_t offers_find_seek(const struct offers *offers, const char *word, const struct open_seek **out)
{
    size_t count = 0;
    for (size_t i = 0; i < offers->seek_count; i++) {
        const struct open_seek *seek = &offers->seeks[i];
        if ((!strcmp(word, seek->id) || !strcasecmp(word, seek->name)) && !count++)
            *out = seek;
    }
    return count;
}
