/* SPDX-License-Identifier: MIT */
#include "accounts/devices.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "accounts/secret.h"
#include "core/pending.h"

enum { DEVICES_MAX = 20, COOKIE_SECONDS = 400 * 24 * 3600 };

static const char cookie_name[] = "rookery-device";

struct device_request {
    struct pending_request pending;
    device_callback *callback;
    void *context;
    struct device device;
    bool has_cookie;
};

static void finish_find(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct device_request *request = context;
    struct device *device = &request->device;
    while (outcome == STORE_DONE && store_next_row(job)) {
        size_t size;
        const uint8_t *hash = store_get_bytes(job, 0, &size);
        const bool is_own = request->has_cookie && size == HASH_SIZE &&
                            !sodium_memcmp(hash, device->hash, HASH_SIZE);
        if (is_own)
            device->status = DEVICE_KNOWN;
        else if (device->status == DEVICE_UNKNOWN)
            device->status = DEVICE_KNOWN_ADDRESS;
    }
    if (request->pending.server)
        request->callback(request->context, device);
    pending_destroy(&request->pending);
}

void device_find(struct server *server, const char *cookies, const char *account,
                 const char *address, device_callback *callback, void *context)
{
    struct device_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, &(struct device){.status = DEVICE_UNKNOWN});
        return;
    }
    request->callback = callback;
    request->context = context;
    request->has_cookie = secret_hash_cookie(cookies, cookie_name, request->device.hash);
    struct store_job *job = store_job_create();
    store_call(job, STORE_KNOWN_DEVICES);
    store_bind_text(job, account);
    store_bind_bytes(job, request->device.hash, HASH_SIZE);
    store_bind_text(job, address);
    store_read(server->store, job, finish_find, request);
}

void device_remember(struct server *server, const struct device *device, const char *account,
                     const char *address, char *cookie, size_t size)
{
    struct secret secret;
    const bool is_new = device->status != DEVICE_KNOWN;
    *cookie = '\0';
    if (is_new) {
        secret_generate(&server->env, "", &secret);
        snprintf(cookie, size, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", cookie_name,
                 secret.text, COOKIE_SECONDS, server->config.secure ? "; Secure" : "");
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_DEVICE);
    store_bind_bytes(job, is_new ? secret.hash : device->hash, HASH_SIZE);
    store_bind_text(job, account);
    store_bind_text(job, address);
    store_bind_integer(job, server_date(server));
    store_call(job, STORE_TRIM_DEVICES);
    store_bind_text(job, account);
    store_bind_integer(job, DEVICES_MAX);
    store_write(server->store, job, NULL, NULL);
    if (is_new)
        secret_wipe(&secret, sizeof secret);
}
