/* SPDX-License-Identifier: MIT */
#include "support/people.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "support/board.h"

static struct fake_response request(const struct someone *who, enum method method,
                                    const char *target, const char *body, unsigned status)
{
    const struct fake_response response =
        harness_request(who->harness, method, target, who->cookie, body);
    if (response.status != status)
        fail_msg("%s: status %u, not %u: %s", target, response.status, status, response.body);
    return response;
}

struct fake_response someone_get(const struct someone *who, const char *target, unsigned status)
{
    return request(who, METHOD_GET, target, NULL, status);
}

struct fake_response someone_post(const struct someone *who, const char *target, const char *body,
                                  unsigned status)
{
    return request(who, METHOD_POST, target, body, status);
}

struct someone someone_join(struct harness *harness, const char *name)
{
    struct someone who = {.harness = harness};
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"" PEOPLE_PASSWORD "\"}", name);
    const struct fake_response response =
        harness_request(harness, METHOD_POST, "/account/register", NULL, body);
    if (response.status != 200)
        fail_msg("%s cannot register: %s", name, response.body);
    snprintf(who.cookie, sizeof who.cookie, "%s", response.cookie);
    for (size_t i = 0; name[i] && i < IDENTITY_ID_MAX; i++)
        who.id[i] = ascii_lower(name[i]);
    return who;
}

void assert_has(const char *text, const char *substring)
{
    if (!strstr(text, substring))
        fail_msg("\"%s\" is not in: %s", substring, text);
}

void assert_lacks(const char *text, const char *substring)
{
    if (strstr(text, substring))
        fail_msg("\"%s\" is in: %s", substring, text);
}
