/* SPDX-License-Identifier: MIT */
#include "lobby/challenge_notice.h"

#include <string.h>

#include "accounts/presence.h"

/* Whether the person at this place is also at an earlier one, and so already has the notice. */
static bool is_repeated(const char *const people[], size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (!strcmp(people[i], people[at]))
            return true;
    return false;
}

void challenge_notice_send(struct server *server, const struct challenge *challenge,
                           enum notice_kind kind)
{
    struct buffer body = {0};
    struct notice notice = {.kind = kind};
    const char *const people[] = {challenge->from.id, challenge->to.id, challenge->allowed[0].id,
                                  challenge->allowed[1].id, challenge->creator};
    challenge_serialize(challenge, &body);
    memcpy(notice.subject, challenge->id, sizeof challenge->id);
    notice.payload = body.bytes;
    notice.payload_size = body.size;
    // A listener may end the challenge, so nothing of it is read after the first notice.
    char ids[sizeof people / sizeof *people][IDENTITY_ID_MAX + 1] = {0};
    for (size_t i = 0; i < sizeof people / sizeof *people; i++)
        if (!is_repeated(people, i))
            memcpy(ids[i], people[i], strlen(people[i]) + 1);
    for (size_t i = 0; i < sizeof people / sizeof *people && !body.failed; i++)
        presence_send(server, ids[i], &notice);
    buffer_fini(&body);
}

rk_err challenge_notice_parse(const struct notice *notice, struct challenge *out)
{
    return challenge_parse(notice->subject, notice->payload, notice->payload_size, 0, out, NULL);
}
