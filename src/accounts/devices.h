/* SPDX-License-Identifier: MIT */
/* Browsers and addresses from which an account was used before. They have separate rate limits, so
 * that an attacker's wrong guesses do not lock the owner out. */
#ifndef ACCOUNTS_DEVICES_H
#define ACCOUNTS_DEVICES_H

#include "accounts/identity.h"
#include "core/state.h"

enum device_status {
    DEVICE_UNKNOWN,
    DEVICE_KNOWN_ADDRESS, /* the account was used from that address */
    DEVICE_KNOWN          /* it has the cookie */
};

struct device {
    enum device_status status;
    uint8_t hash[HASH_SIZE]; /* of its cookie, if that is known */
};

/* Looks up a client. If the store fails, the client counts as unknown. */
typedef void device_callback(void *context, const struct device *device);
void device_find(struct server *server, const char *cookies, const char *account,
                 const char *address, device_callback *callback, void *context);

/* Called after a login. Writes the value of Set-Cookie for a device that has no cookie yet,
 * otherwise "". */
void device_remember(struct server *server, const struct device *device, const char *account,
                     const char *address, char *cookie, size_t size);

#endif
