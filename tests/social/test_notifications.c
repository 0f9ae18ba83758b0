/* SPDX-License-Identifier: MIT */
/* Notifications: kept, bounded, read-marked, and sent live. */
#include "social/notifications.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/people.h"

static struct harness harness;

static void notify(const char *account, enum notification_kind kind, const char *from,
                   const char *text)
{
    notification_add(harness.server, account,
                     &(struct notification){.kind = kind, .from = from, .text = text});
    harness_settle(&harness);
}

static void a_notification_is_listed_until_it_is_read(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    notify("alice", NOTIFICATION_REPORT, NULL, "Your report was answered.");
    const struct fake_response list = someone_get(&alice, "/api/account/notifications", 200);
    assert_has(list.body, "\"type\":\"report\"");
    assert_has(list.body, "\"text\":\"Your report was answered.\"");
    assert_has(list.body, "\"unread\":1");
    someone_post(&alice, "/api/account/notifications/read", "", 200);
    assert_has(someone_get(&alice, "/api/account/notifications", 200).body, "\"read\":true");
    assert_has(someone_get(&alice, "/api/account/notifications/unread", 200).body,
               "\"notifications\":0");
}

static void one_notification_is_marked_read_by_its_id(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    notify("alice", NOTIFICATION_REFUND, NULL, "first");
    notify("alice", NOTIFICATION_REFUND, NULL, "second");
    const struct fake_response list = someone_get(&alice, "/api/account/notifications", 200);
    char body[64];
    snprintf(body, sizeof body, "id=%s", json_field(list.body, "id"));
    someone_post(&alice, "/api/account/notifications/read", body, 200);
    assert_has(someone_get(&alice, "/api/account/notifications/unread", 200).body,
               "\"notifications\":1");
    someone_post(&alice, "/api/account/notifications/read", "id=12", 404);
    someone_post(&alice, "/api/account/notifications/read", "id=x", 400);
}

static void expect_challenge_read(const struct someone *who, const char *id, bool read)
{
    char challenge[64];
    const struct fake_response list = someone_get(who, "/api/account/notifications", 200);
    snprintf(challenge, sizeof challenge, "\"game\":\"%s\"", id);
    const char *at = strstr(strstr(list.body, "\"type\":\"challenge\""), challenge);
    assert_non_null(at);
    assert_int_equal(strstr(at, "\"read\":")[7], read ? 't' : 'f');
}

static void the_notification_of_a_challenge_is_read_once_it_is_answered(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice"),
                         bert = someone_join(&harness, "Bert");
    for (int i = 0; i < 2; i++) {
        char path[80], id[GAME_ID_SIZE + 1];
        const struct fake_response made =
            someone_post(&bert, "/api/challenge/alice", "days=3", 200);
        snprintf(id, sizeof id, "%s", json_field(made.body, "id"));
        expect_challenge_read(&alice, id, false);
        if (i)
            harness_crash(&harness, SECOND);
        snprintf(path, sizeof path, "/api/challenge/%s/%s", id, i ? "decline" : "accept");
        someone_post(&alice, path, "", 200);
        harness_settle(&harness);
        expect_challenge_read(&alice, id, true);
    }
}

static void notifications_survive_a_crash(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    notify("alice", NOTIFICATION_SECURITY, NULL, "New login.");
    harness_crash(&harness, SECOND);
    assert_has(someone_get(&alice, "/api/account/notifications", 200).body, "New login.");
}

static void a_connection_gets_a_notification_at_once(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, alice.cookie);
    notify("alice", NOTIFICATION_REMINDER, "Bert", "Move soon.");
    const char *message = fake_connection_receive(&socket, "notification");
    assert_has(message, "\"type\":\"alarm\"");
    assert_has(message, "\"from\":\"Bert\"");
    assert_has(message, "\"unread\":1");
    fake_connection_close(&socket);
    fake_connection_connect(&socket, &harness, alice.cookie);
    fake_connection_expect(&socket, "unread", "notifications", "1");
    fake_connection_close(&socket);
}

static void the_oldest_notifications_give_way(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, alice.cookie);
    for (int i = 0; i < NOTIFICATIONS_MAX + 20; i++)
        notify("alice", NOTIFICATION_ANNOUNCEMENT, NULL, i == 19 ? "gone" : i == 20 ? "kept" : "x");
    char max[32];
    snprintf(max, sizeof max, "\"notifications\":%d", NOTIFICATIONS_MAX);
    assert_has(someone_get(&alice, "/api/account/notifications/unread", 200).body, max);
    const struct fake_response list = someone_get(&alice, "/api/account/notifications", 200);
    assert_has(list.body, "kept");
    assert_lacks(list.body, "gone");
    fake_connection_close(&socket);
}

static void repeated_events_replace_what_is_unread(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    notify("alice", NOTIFICATION_FOLLOW, "Bert", "Bert follows you.");
    notify("alice", NOTIFICATION_FOLLOW, "Bert", "Bert follows you.");
    notify("alice", NOTIFICATION_FOLLOW, "Carla", "Carla follows you.");
    assert_has(someone_get(&alice, "/api/account/notifications/unread", 200).body,
               "\"notifications\":2");
}

static void guests_closed_accounts_and_strangers_get_none(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    notify("~guest", NOTIFICATION_REPORT, NULL, "x");
    notify("nobody", NOTIFICATION_REPORT, NULL, "x");
    notify("", NOTIFICATION_REPORT, NULL, "x");
    const struct someone nobody = {.harness = &harness};
    someone_get(&nobody, "/api/account/notifications", 401);
    assert_has(someone_get(&alice, "/api/account/notifications", 200).body, "\"unread\":0");
}

static void people_who_are_away_learn_of_challenges_and_games(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct someone bert = someone_join(&harness, "Bert");
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, bert.cookie);
    const struct fake_response made =
        someone_post(&bert, "/api/challenge/alice", "days=3&color=white", 200);
    const struct fake_response first = someone_get(&alice, "/api/account/notifications", 200);
    assert_has(first.body, "\"type\":\"challenge\",\"text\":\"Bert challenges you.\"");
    char target[64];
    snprintf(target, sizeof target, "/api/challenge/%s/accept", json_field(made.body, "id"));
    someone_post(&alice, target, "", 200);
    assert_has(someone_get(&alice, "/api/account/notifications", 200).body,
               "\"type\":\"game-start\",\"text\":\"Your game against Bert has started.\"");
    assert_has(someone_get(&bert, "/api/account/notifications", 200).body, "\"unread\":0");
    fake_connection_close(&socket);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(a_notification_is_listed_until_it_is_read, &harness),
        HARNESS_TEST(one_notification_is_marked_read_by_its_id, &harness),
        HARNESS_TEST(the_notification_of_a_challenge_is_read_once_it_is_answered, &harness),
        HARNESS_TEST(notifications_survive_a_crash, &harness),
        HARNESS_TEST(a_connection_gets_a_notification_at_once, &harness),
        HARNESS_TEST(the_oldest_notifications_give_way, &harness),
        HARNESS_TEST(repeated_events_replace_what_is_unread, &harness),
        HARNESS_TEST(people_who_are_away_learn_of_challenges_and_games, &harness),
        HARNESS_TEST(guests_closed_accounts_and_strangers_get_none, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
