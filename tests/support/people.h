/* SPDX-License-Identifier: MIT */
/* The part of a server that knows people: accounts over a store in memory, with a
 * clock and chance of the test's, and a worker that works when the test says so. */
#ifndef SUPPORT_PEOPLE_H
#define SUPPORT_PEOPLE_H

#include "accounts/accounts.h"
#include "base/list.h"

struct people {
    struct server server;
    struct store door; /* what the server sees of the store */
    struct store *store;
    bool store_fails; /* whatever is handed in from now on */
    struct list failing;
    struct bus *bus;
    struct work *waiting; /* for the worker, the last one first */
    unsigned waiting_count, waiting_max;
    uint64_t chance;
};

void people_begin(struct people *people);
void people_end(struct people *people); /* the server first, then the store */

/* The store answers what it was asked. */
void people_poll(struct people *people);
/* The worker does what waits for it. */
void people_work(struct people *people);
/* Both, until nothing is left to do. */
void people_settle(struct people *people);

/* What was answered. */
struct answered {
    unsigned count; /* how often */
    enum refusal refusal;
    char why[200];
    char secret[SECRET_TEXT_MAX + 1];
    struct caller caller;
    bool found;
    struct account account;
    char email[EMAIL_MAX + 1];
};

account_callback answered_done;
secret_callback answered_secret;
caller_callback answered_caller;
account_found_callback answered_found;

/* Each asks, settles and gives the answer. */
struct answered people_register(struct people *people, const char *name, const char *password);
struct answered people_login(struct people *people, const char *name, const char *password);
struct answered people_guest(struct people *people);
struct answered people_by_cookie(struct people *people, const char *secret);
struct answered people_by_token(struct people *people, const char *token);
struct answered people_find(struct people *people, const char *name);

/* Does to the store what is none of the server's doing; 0 for `number` that is not used. */
void people_tamper(struct people *people, enum statement statement, const char *id, int64_t number);

#endif
