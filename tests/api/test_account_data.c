/* SPDX-License-Identifier: MIT */
/* The archive with all data of an account. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/board.h"
#include "support/people.h"

static struct harness harness;
static struct fake_connection connection;

enum { BLOCK = 512, SIZE_AT = 124, SUM_AT = 148, SUM_SIZE = 8 };

/* The sum of a header, with blanks in place of the sum itself. */
static unsigned header_sum(const char *header)
{
    unsigned sum = 0;
    for (int i = 0; i < BLOCK; i++)
        sum += i >= SUM_AT && i < SUM_AT + SUM_SIZE ? ' ' : (unsigned char)header[i];
    return sum;
}

/* The content of a file of the archive, as a string; fails the test if there is none. */
static const char *file_in_archive(const char *name)
{
    static char content[65536];
    const char *bytes = connection.body.bytes;
    for (size_t at = 0; at + BLOCK <= connection.body.size;) {
        const char *header = bytes + at;
        const size_t size = strtoull(header + SIZE_AT, NULL, 8);
        if (!header[0])
            break;
        assert_int_equal(strtoul(header + SUM_AT, NULL, 8), header_sum(header));
        if (!strcmp(header, name)) {
            assert_true(size < sizeof content);
            memcpy(content, header + BLOCK, size);
            content[size] = '\0';
            return content;
        }
        at += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
    }
    fail_msg("no file %s", name);
    return NULL;
}

static void get_archive(const struct someone *who)
{
    const struct request request = http_request(METHOD_GET, "/account/data", who->cookie, NULL);
    fake_connection_init(&connection, &harness);
    fake_connection_request(&connection, &request);
    harness_wait(&harness, 5 * SECOND);
}

static void play_and_chat(void)
{
    struct game_info info = {
        .id = "game0001",
        .players = {identity_named("Alice", ROLE_PLAYER), identity_named("Bert", ROLE_PLAYER)},
        .settings = settings_for("5+0"),
        .source = SOURCE_FRIEND};
    snprintf(info.players[0].name, sizeof info.players[0].name, "Alice");
    snprintf(info.players[1].name, sizeof info.players[1].name, "Bert");
    struct round *round = harness_start_game(&harness, &info);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        struct command line = {.verb = VERB_CHAT, .version = -1, .by = info.players[side]};
        snprintf(line.text, sizeof line.text, "I am %s", info.players[side].name);
        expect_done(harness_command(&harness, round, &line));
    }
    harness_finish_game(&harness, round, "e2e4 e7e5", RK_BLACK);
}

static void the_archive_has_everything_but_secrets(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct someone bert = someone_join(&harness, "Bert");
    someone_post(&alice, "/account/profile", "bio=Likes+endgames", 200);
    someone_post(&alice, "/api/rel/follow/bert", "", 200);
    someone_post(&alice, "/inbox/bert", "text=from+Alice", 200);
    someone_post(&bert, "/inbox/alice", "text=from+Bert", 200);
    const struct fake_response token =
        someone_post(&alice, "/account/token", "scopes=board:play&description=my+board", 200);
    play_and_chat();
    someone_post(&alice, "/api/game/game0001/note", "text=weak+squares", 200);
    get_archive(&alice);
    assert_int_equal(connection.status, 200);
    assert_string_equal(connection.content_type, "application/x-tar");
    assert_has(fake_connection_headers(&connection), "filename=\"alice.tar\"");
    assert_int_equal(connection.body.size % BLOCK, 0);
    assert_has(file_in_archive("alice/account.json"), "Likes endgames");
    assert_has(file_in_archive("alice/account.json"), "\"autoThreefold\":3");
    assert_has(file_in_archive("alice/sessions.json"), "\"address\":\"192.0.2.1\"");
    assert_has(file_in_archive("alice/tokens.json"), "my board");
    assert_has(file_in_archive("alice/tokens.json"), "\"expires\":null");
    assert_lacks(file_in_archive("alice/tokens.json"), json_field(token.body, "token"));
    assert_has(file_in_archive("alice/relations.json"), "{\"user\":\"bert\",\"relation\":");
    assert_has(file_in_archive("alice/notifications.json"), "Bert wrote to you.");
    assert_has(file_in_archive("alice/notes.json"), "weak squares");
    assert_has(file_in_archive("alice/ratings.json"), "[");
    assert_has(file_in_archive("alice/puzzles.json"), "[");
    assert_has(file_in_archive("alice/messages-0001.json"), "from Alice");
    assert_has(file_in_archive("alice/messages-0001.json"), "from Bert");
    assert_has(file_in_archive("alice/games-0001.pgn"), "[White \"Alice\"]");
    assert_has(file_in_archive("alice/chat-0001.json"), "I am Alice");
    assert_lacks(file_in_archive("alice/chat-0001.json"), "I am Bert");
    assert_true(connection.closed);
    fake_connection_fini(&connection);
}

static void a_note_on_a_game_is_its_authors_alone(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct someone bert = someone_join(&harness, "Bert");
    play_and_chat();
    assert_has(someone_get(&alice, "/api/game/game0001/note", 200).body, "{\"text\":\"\"}");
    someone_post(&alice, "/api/game/game0001/note", "text=weak+squares", 200);
    assert_has(someone_get(&alice, "/api/game/game0001/note", 200).body, "weak squares");
    assert_has(someone_get(&alice, "/api/game/game0001abcd/note", 200).body, "weak squares");
    assert_lacks(someone_get(&bert, "/api/game/game0001/note", 200).body, "weak");
    someone_post(&alice, "/api/game/game0001/note", "text=", 200);
    assert_lacks(someone_get(&alice, "/api/game/game0001/note", 200).body, "weak");
    someone_post(&alice, "/api/game/nogame00/note", "text=x", 404);
    someone_post(&alice, "/api/game/game0001/note", "", 400);
    const struct someone nobody = {.harness = &harness};
    someone_get(&nobody, "/api/game/game0001/note", 401);
}

static void a_client_that_leaves_ends_the_archive(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct request request = http_request(METHOD_GET, "/account/data", alice.cookie, NULL);
    fake_connection_init(&connection, &harness);
    fake_connection_send_request(&connection, &request);
    fake_connection_drop(&connection);
    harness_settle(&harness);
    fake_connection_fini(&connection);
    const struct someone nobody = {.harness = &harness};
    someone_get(&nobody, "/account/data", 401);
}

static void a_slow_client_gets_it_all(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct request request = http_request(METHOD_GET, "/account/data", alice.cookie, NULL);
    fake_connection_init(&connection, &harness);
    connection.buffered = 1 << 20;
    fake_connection_request(&connection, &request);
    harness_wait(&harness, SECOND);
    assert_false(connection.closed);
    connection.buffered = 0;
    harness_wait(&harness, 5 * SECOND);
    assert_true(connection.closed);
    assert_has(file_in_archive("alice/account.json"), "\"id\":\"alice\"");
    fake_connection_fini(&connection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(the_archive_has_everything_but_secrets, &harness),
        HARNESS_TEST(a_note_on_a_game_is_its_authors_alone, &harness),
        HARNESS_TEST(a_client_that_leaves_ends_the_archive, &harness),
        HARNESS_TEST(a_slow_client_gets_it_all, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
