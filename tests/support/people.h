/* SPDX-License-Identifier: MIT */
/* People with accounts for tests over HTTP and WebSockets: Alice, Bert and Carla. */
#ifndef SUPPORT_PEOPLE_H
#define SUPPORT_PEOPLE_H

#include "support/fake_connection.h"

#define PEOPLE_PASSWORD "sixty-four squares"

/* Somebody with an account and a cookie. */
struct someone {
    struct harness *harness;
    char id[IDENTITY_ID_MAX + 1];
    char cookie[256];
};

/* Registers an account. */
struct someone someone_join(struct harness *harness, const char *name);

/* Send a request; they fail the test unless the response has the expected status. */
struct fake_response someone_get(const struct someone *who, const char *target, unsigned status);
struct fake_response someone_post(const struct someone *who, const char *target, const char *body,
                                  unsigned status);

/* Fail the test unless the text has, or lacks, the substring. */
void assert_has(const char *text, const char *substring);
void assert_lacks(const char *text, const char *substring);

#endif
