/* SPDX-License-Identifier: MIT */
#include "social/relation_changes.h"

#include <stdio.h>

#include "core/pending.h"
#include "social/account_settings.h"
#include "social/notifications.h"

struct change_request {
    struct pending_request pending; /* internal */
    struct identity own, theirs;
    enum relation relation;
    bool ends;
    account_callback *callback;
    void *context;
};

static void finish_change(struct change_request *request, enum refusal refusal, const char *why)
{
    request->callback(request->context, refusal, why);
    pending_destroy(&request->pending);
}

static void notify_followed(const struct change_request *request)
{
    char text[NOTIFICATION_TEXT_MAX];
    snprintf(text, sizeof text, "%s follows you.", request->own.name);
    notification_add(request->pending.server, request->theirs.id,
                     &(struct notification){
                         .kind = NOTIFICATION_FOLLOW, .text = text, .from = request->own.name});
}

static void on_changed(void *context, enum refusal refusal, const char *why)
{
    struct change_request *request = context;
    const bool follows = request->relation == RELATION_FOLLOWS && !request->ends;
    if (!refusal && follows)
        notify_followed(request);
    finish_change(request, refusal, why);
}

static bool wants_followers(const struct account *account)
{
    struct account_settings settings;
    account_settings_parse(account->settings, &settings);
    const bool wants = settings.preferences.values[PREFER_FOLLOW] != 0;
    account_settings_fini(&settings);
    return wants;
}

static void on_found(void *context, enum refusal refusal, const struct account *account)
{
    struct change_request *request = context;
    struct server *server = request->pending.server;
    const bool follows = request->relation == RELATION_FOLLOWS && !request->ends;
    if (!account) {
        finish_change(request, refusal,
                      refusal == REFUSED_NOT_FOUND ? "no such user" : refusal_text(refusal));
        return;
    }
    request->theirs = account->who;
    if (follows && account->status == ACCOUNT_ACTIVE && !wants_followers(account))
        finish_change(request, REFUSED_NOT_NOW, "that player does not want to be followed");
    else
        (request->ends ? relation_clear : relation_set)(server, &request->own, account->who.id,
                                                        request->relation, on_changed, request);
}

void relation_change(struct server *server, const struct relation_change *change,
                     account_callback *callback, void *context)
{
    struct change_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return;
    }
    request->pending.internal = true;
    request->own = *change->own;
    request->relation = change->relation;
    request->ends = change->ends;
    request->callback = callback;
    request->context = context;
    account_find(server, change->name, on_found, request);
}
