/* SPDX-License-Identifier: MIT */
/* Private messages: conversations, read marks, who may write, limits. */
#include "social/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/board.h"
#include "support/people.h"

static struct harness harness;
static struct someone alice, bert, carla;

static int set_up(void **state)
{
    (void)state;
    harness_open(&harness);
    alice = someone_join(&harness, "Alice");
    bert = someone_join(&harness, "Bert");
    carla = someone_join(&harness, "Carla");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static struct fake_response write_to(const struct someone *from, const char *to, const char *text,
                                     unsigned status)
{
    char target[64], body[400];
    snprintf(target, sizeof target, "/inbox/%s", to);
    snprintf(body, sizeof body, "text=%s", text);
    return someone_post(from, target, body, status);
}

static void a_message_reaches_its_recipient(void **state)
{
    (void)state;
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, bert.cookie);
    assert_has(write_to(&alice, "BERT", "Hello+Bert", 200).body, "{\"ok\":true}");
    const char *live = fake_connection_receive(&socket, "private-message");
    assert_has(live, "\"from\":\"Alice\"");
    assert_has(live, "\"text\":\"Hello Bert\"");
    fake_connection_expect(&socket, "notification", "type", "message");
    const struct fake_response list = someone_get(&bert, "/api/inbox", 200);
    assert_has(list.body, "{\"id\":\"alice\",\"name\":\"Alice\",\"unread\":1,"
                          "\"last\":{\"from\":\"alice\",\"text\":\"Hello Bert\"");
    assert_has(someone_get(&alice, "/api/inbox", 200).body, "\"name\":\"Bert\",\"unread\":0");
    assert_has(someone_get(&bert, "/api/inbox/alice", 200).body, "\"text\":\"Hello Bert\"");
    assert_lacks(someone_get(&carla, "/api/inbox/alice", 200).body, "Hello");
    fake_connection_close(&socket);
}

static void reading_a_conversation_marks_it(void **state)
{
    (void)state;
    write_to(&alice, "bert", "one", 200);
    write_to(&alice, "bert", "two", 200);
    assert_has(someone_get(&bert, "/api/account/notifications/unread", 200).body, "\"messages\":1");
    assert_has(someone_get(&bert, "/api/inbox", 200).body, "\"unread\":2");
    someone_post(&bert, "/api/inbox/alice/read", "", 200);
    assert_has(someone_get(&bert, "/api/inbox", 200).body, "\"unread\":0");
    assert_has(someone_get(&bert, "/api/account/notifications/unread", 200).body,
               "{\"notifications\":0,\"messages\":0}");
    someone_post(&bert, "/api/inbox/carla/read", "", 404);
}

static void a_conversation_comes_in_pages(void **state)
{
    (void)state;
    for (int i = 0; i < MESSAGES_PAGE + 2; i++) {
        char text[16];
        snprintf(text, sizeof text, "line%d.", i);
        write_to(i % 2 ? &bert : &alice, i % 2 ? "alice" : "bert", text, 200);
        harness_wait(&harness, 10 * SECOND);
    }
    const struct fake_response first = someone_get(&alice, "/api/inbox/bert", 200);
    assert_has(first.body, "line51.");
    assert_has(first.body, "line2.");
    assert_lacks(first.body, "line1.");
    assert_has(first.body, "\"more\":true");
    const char *last = strstr(first.body, "line3.");
    while (strncmp(last, "\"id\":", 5) != 0)
        last--;
    char target[64];
    snprintf(target, sizeof target, "/api/inbox/bert?before=%lld", atoll(last + 5));
    const struct fake_response second = someone_get(&alice, target, 200);
    assert_has(second.body, "line2.");
    assert_has(second.body, "line0.");
    assert_lacks(second.body, "line3.");
    assert_has(second.body, "\"more\":false");
    someone_get(&alice, "/api/inbox/bert?before=x", 400);
}

static void deleting_a_conversation_hides_it_for_oneself_alone(void **state)
{
    (void)state;
    write_to(&alice, "bert", "secret", 200);
    const struct fake_response gone =
        harness_request(&harness, METHOD_DELETE, "/api/inbox/bert", alice.cookie, NULL);
    assert_int_equal(gone.status, 200);
    assert_lacks(someone_get(&alice, "/api/inbox", 200).body, "secret");
    assert_lacks(someone_get(&alice, "/api/inbox/bert", 200).body, "secret");
    assert_has(someone_get(&bert, "/api/inbox/alice", 200).body, "secret");
    write_to(&bert, "alice", "again", 200);
    const struct fake_response list = someone_get(&alice, "/api/inbox/bert", 200);
    assert_has(list.body, "again");
    assert_lacks(list.body, "secret");
}

static void messages_are_refused_in_words(void **state)
{
    (void)state;
    assert_has(write_to(&alice, "nobody", "x", 404).body, "no such user");
    assert_has(write_to(&alice, "alice", "x", 400).body, "yourself");
    assert_has(write_to(&alice, "bert", "+", 400).body, "empty");
    someone_post(&alice, "/inbox/bert", "", 400);
    char *long_text = malloc(MESSAGE_CHARACTERS + 16);
    snprintf(long_text, 6, "text=");
    memset(long_text + 5, 'x', MESSAGE_CHARACTERS + 1);
    long_text[MESSAGE_CHARACTERS + 6] = '\0';
    assert_has(someone_post(&alice, "/inbox/bert", long_text, 400).body, "8000");
    long_text[MESSAGE_CHARACTERS + 5] = '\0';
    someone_post(&alice, "/inbox/bert", long_text, 200);
    free(long_text);
    const struct someone nobody = {.harness = &harness};
    write_to(&nobody, "bert", "x", 401);
}

static void blocks_preferences_and_kid_mode_stop_messages(void **state)
{
    (void)state;
    someone_post(&bert, "/api/rel/block/alice", "", 200);
    assert_has(write_to(&alice, "bert", "x", 400).body, "does not accept messages");
    write_to(&bert, "alice", "x", 400);
    someone_post(&bert, "/api/rel/unblock/alice", "", 200);
    someone_post(&bert, "/api/account/preferences", "message=never", 200);
    write_to(&alice, "bert", "x", 400);
    someone_post(&bert, "/api/account/preferences", "message=friends", 200);
    write_to(&alice, "bert", "x", 400);
    someone_post(&bert, "/api/rel/follow/alice", "", 200);
    write_to(&alice, "bert", "x", 200);
    someone_post(&bert, "/api/account/kid", "v=true", 200);
    write_to(&alice, "bert", "y", 400);
    assert_has(write_to(&bert, "carla", "z", 400).body, "kid mode");
    someone_get(&bert, "/api/inbox", 403);
}

static void new_conversations_and_replies_are_limited(void **state)
{
    (void)state;
    char name[16];
    for (int i = 0; i < 21; i++) {
        snprintf(name, sizeof name, "Person%c", 'a' + i);
        harness_add_account(&harness, name, ROLE_PLAYER);
    }
    for (int i = 0; i < 18; i++) {
        snprintf(name, sizeof name, "Person%c", 'a' + i);
        write_to(&alice, name, "hello", 200);
    }
    write_to(&alice, "persons", "see+http://example.org", 200); // counts twice
    const struct fake_response refused = write_to(&alice, "persont", "hello", 429);
    assert_has(refused.body, "\"key\":\"message.conversation\"");
    for (int i = 0; i < 20; i++)
        write_to(&alice, "persona", "reply", 200);
    assert_has(write_to(&alice, "persona", "reply", 429).body, "\"key\":\"message.reply\"");
    harness_wait(&harness, MINUTE);
    write_to(&alice, "persona", "reply", 200);
}

static void line_breaks_stay_and_control_characters_go(void **state)
{
    (void)state;
    write_to(&alice, "bert", "one%0Atwo%07%0A%0A", 200);
    assert_has(someone_get(&bert, "/api/inbox/alice", 200).body, "\"text\":\"one\\ntwo\"");
}

static void a_connection_with_a_token_gets_no_private_messages(void **state)
{
    (void)state;
    const struct fake_response made =
        someone_post(&bert, "/account/token", "scopes=board:play&description=x", 200);
    char token[128];
    snprintf(token, sizeof token, "Bearer %s", json_field(made.body, "token"));
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, token);
    fake_connection_receive(&socket, "hello");
    write_to(&alice, "bert", "for your eyes", 200);
    assert_false(fake_connection_has(&socket, "private-message"));
    fake_connection_close(&socket);
}

static void a_failing_store_refuses_the_message(void **state)
{
    (void)state;
    write_to(&alice, "bert", "first", 200);
    harness.store.failing_writes = 1;
    write_to(&alice, "bert", "second", 503);
    assert_lacks(someone_get(&bert, "/api/inbox/alice", 200).body, "second");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_message_reaches_its_recipient),
        TEST(reading_a_conversation_marks_it),
        TEST(a_conversation_comes_in_pages),
        TEST(deleting_a_conversation_hides_it_for_oneself_alone),
        TEST(messages_are_refused_in_words),
        TEST(blocks_preferences_and_kid_mode_stop_messages),
        TEST(new_conversations_and_replies_are_limited),
        TEST(line_breaks_stay_and_control_characters_go),
        TEST(a_connection_with_a_token_gets_no_private_messages),
        TEST(a_failing_store_refuses_the_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
