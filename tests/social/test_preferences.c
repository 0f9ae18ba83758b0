/* SPDX-License-Identifier: MIT */
/* Preferences, profile and kid mode: what is stored, refused, shown, and what it changes. */
#include "social/preferences.h"

#include <stdio.h>
#include <string.h>

#include "social/kid.h"
#include "support/board.h"
#include "support/harness_accounts.h"
#include "support/people.h"

static struct harness harness;

// ---- preferences -----------------------------------------------------------------------------

static void every_default_is_an_allowed_value(void **state)
{
    (void)state;
    const struct preferences standard = preferences_default();
    for (unsigned i = 0; i < PREFERENCE_COUNT; i++) {
        struct preferences changed = {{0}};
        char text[32], why[200];
        preference_text(&standard, (enum preference)i, text, sizeof text);
        assert_true(text[0]);
        assert_true(preference_set(&changed, (enum preference)i, text, why, sizeof why));
        assert_int_equal(changed.values[i], standard.values[i]);
    }
}

static void preferences_have_the_shape_that_clients_of_lichess_read(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct fake_response prefs = someone_get(&alice, "/api/account/preferences", 200);
    assert_has(prefs.body, "{\"prefs\":{\"theme\":\"slate\"");
    assert_has(prefs.body, "\"autoThreefold\":3");
    assert_has(prefs.body, "\"premove\":true");
    assert_has(prefs.body, "},\"language\":\"en-GB\"}");
}

static void preferences_that_cannot_be_read_are_not_the_defaults(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    someone_get(&alice, "/api/account/preferences", 200);
    harness.store.reads_fail = true;
    someone_get(&alice, "/api/account/preferences", 503);
    harness.store.reads_fail = false;
}

static void preferences_are_set_by_word_or_number_and_survive_a_crash(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    someone_post(&alice, "/api/account/preferences",
                 "theme=elm&autoThreefold=never&moretime=2&premove=false&language=de", 200);
    someone_post(&alice, "/api/account/preferences", "{\"prefs\":{\"zen\":1,\"captured\":false}}",
                 200);
    harness_crash(&harness, SECOND);
    const struct fake_response prefs = someone_get(&alice, "/api/account/preferences", 200);
    assert_has(prefs.body, "\"theme\":\"elm\"");
    assert_has(prefs.body, "\"autoThreefold\":1");
    assert_has(prefs.body, "\"moretime\":2");
    assert_has(prefs.body, "\"premove\":false");
    assert_has(prefs.body, "\"zen\":1");
    assert_has(prefs.body, "\"captured\":false");
    assert_has(prefs.body, "\"language\":\"de\"");
}

static void a_bad_preference_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    assert_has(
        someone_post(&alice, "/api/account/preferences", "theme=elm&zen=often", 400).body,
        "{\"error\":{\"zen\":[\"must be one of: no yes "
        "playing\"]},\"code\":\"field-words\",\"parameters\":{\"words\":\"no yes playing\"}}");
    assert_has(someone_post(&alice, "/api/account/preferences", "thema=elm", 400).body,
               "no such preference");
    assert_has(someone_post(&alice, "/api/account/preferences", "takeback=3", 400).body, "never");
    someone_post(&alice, "/api/account/preferences", "language=english", 400);
    someone_post(&alice, "/api/account/preferences", "", 400);
    assert_has(someone_get(&alice, "/api/account/preferences", 200).body, "\"theme\":\"slate\"");
}

static void other_connections_are_told_about_a_changed_preference(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    struct fake_connection socket;
    fake_connection_connect(&socket, &harness, alice.cookie);
    someone_post(&alice, "/api/account/preferences", "theme=moss", 200);
    fake_connection_expect(&socket, "preference", "value", "moss");
    fake_connection_close(&socket);
}

static void two_changes_at_once_are_both_kept(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    struct fake_connection first, second;
    fake_connection_init(&first, &harness);
    fake_connection_init(&second, &harness);
    const struct request theme =
        http_request(METHOD_POST, "/api/account/preferences", alice.cookie, "theme=moss");
    const struct request bio =
        http_request(METHOD_POST, "/account/profile", alice.cookie, "bio=Endgames");
    fake_connection_send_request(&first, &theme);
    fake_connection_send_request(&second, &bio);
    harness_settle(&harness);
    assert_int_equal(first.status, 200);
    assert_int_equal(second.status, 200);
    assert_has(someone_get(&alice, "/api/account/preferences", 200).body, "moss");
    assert_has(someone_get(&alice, "/api/user/alice", 200).body, "Endgames");
    fake_connection_fini(&first);
    fake_connection_fini(&second);
}

// ---- effects ---------------------------------------------------------------------------------

static struct round *start_game(bool rated)
{
    struct game_info info = {
        .id = "game0001",
        .players = {identity_named("Alice", ROLE_PLAYER), identity_named("Bert", ROLE_PLAYER)},
        .settings = settings_for("5+0"),
        .source = SOURCE_FRIEND};
    info.settings.rated = rated;
    return harness_start_game(&harness, &info);
}

static struct recorded_reply command(struct round *round, rk_side side, enum verb verb,
                                     const char *text)
{
    struct command command = {.verb = verb, .version = -1, .by = round_info(round)->players[side]};
    snprintf(command.move, sizeof command.move, "%s", verb == VERB_MOVE ? text : "");
    snprintf(command.text, sizeof command.text, "%s", text);
    return harness_command(&harness, round, &command);
}

static void repeat_three_times(struct round *round)
{
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8",
                                        "g1f3", "g8f6", "f3g1", "f6g8"};
    for (unsigned i = 0; i < 8; i++)
        expect_done(command(round, i % 2 ? RK_BLACK : RK_WHITE, VERB_MOVE, moves[i]));
}

static void threefold_repetition_is_claimed_by_default(void **state)
{
    (void)state;
    someone_join(&harness, "Alice");
    someone_join(&harness, "Bert");
    struct round *round = start_game(false);
    repeat_three_times(round);
    assert_true(round_is_over(round));
}

static void threefold_repetition_is_not_claimed_if_neither_wants_it(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct someone bert = someone_join(&harness, "Bert");
    someone_post(&alice, "/api/account/preferences", "autoThreefold=never", 200);
    someone_post(&bert, "/api/account/preferences", "autoThreefold=time", 200);
    struct round *round = start_game(false);
    repeat_three_times(round);
    assert_false(round_is_over(round));
    expect_done(command(round, RK_WHITE, VERB_CLAIM_DRAW, ""));
    assert_true(round_is_over(round));
}

static void threefold_repetition_is_claimed_for_a_player_short_of_time(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct someone bert = someone_join(&harness, "Bert");
    someone_post(&alice, "/api/account/preferences", "autoThreefold=time", 200);
    someone_post(&bert, "/api/account/preferences", "autoThreefold=never", 200);
    struct round *round = start_game(false);
    expect_done(command(round, RK_WHITE, VERB_MOVE, "e2e3"));
    expect_done(command(round, RK_BLACK, VERB_MOVE, "e7e6"));
    harness_wait(&harness, 280 * SECOND); // of Alice's five minutes
    repeat_three_times(round);
    assert_true(round_is_over(round));
}

static void time_is_given_only_if_both_players_want_that(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct someone bert = someone_join(&harness, "Bert");
    struct round *round = start_game(true);
    expect_done(command(round, RK_WHITE, VERB_ADD_TIME, ""));
    someone_post(&bert, "/api/account/preferences", "moretime=casual", 200);
    expect_refused(command(round, RK_WHITE, VERB_ADD_TIME, ""), REFUSED_NOT_NOW,
                   "does not want to be given time");
    expect_refused(command(round, RK_BLACK, VERB_ADD_TIME, ""), REFUSED_NOT_NOW,
                   "your preferences");
    someone_post(&bert, "/api/account/preferences", "moretime=always", 200);
    someone_post(&alice, "/api/account/preferences", "moretime=never", 200);
    expect_refused(command(round, RK_BLACK, VERB_ADD_TIME, ""), REFUSED_NOT_NOW,
                   "does not want to be given time");
}

static unsigned challenge_status(const struct someone *by, const char *to)
{
    char target[64];
    snprintf(target, sizeof target, "/api/challenge/%s", to);
    return harness_request(&harness, METHOD_POST, target, by->cookie,
                           "clock.limit=300&clock.increment=0")
        .status;
}

static void challenges_follow_the_preference_of_the_challenged(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct someone bert = someone_join(&harness, "Bert");
    assert_int_equal(challenge_status(&bert, "alice"), 200);
    someone_post(&alice, "/api/account/preferences", "challenge=never", 200);
    assert_int_equal(challenge_status(&bert, "alice"), 400);
    someone_post(&alice, "/api/account/preferences", "challenge=friends", 200);
    assert_int_equal(challenge_status(&bert, "alice"), 400);
    someone_post(&alice, "/api/rel/follow/bert", "", 200);
    assert_int_equal(challenge_status(&bert, "alice"), 200);
}

static void players_who_block_each_other_cannot_chat(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    someone_join(&harness, "Bert");
    struct round *round = start_game(false);
    expect_done(command(round, RK_BLACK, VERB_CHAT, "hello"));
    someone_post(&alice, "/api/rel/block/bert", "", 200);
    expect_refused(command(round, RK_BLACK, VERB_CHAT, "are you there?"), REFUSED_FORBIDDEN,
                   "blocks you");
    someone_post(&alice, "/api/rel/unblock/bert", "", 200);
    expect_done(command(round, RK_BLACK, VERB_CHAT, "thank you"));
}

// ---- profile ---------------------------------------------------------------------------------

static void a_profile_is_shown_to_everybody(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    someone_post(&alice, "/account/profile",
                 "{\"bio\":\"Likes  endgames\\u0007\",\"flag\":\"NO\",\"location\":\"Oslo\","
                 "\"realName\":\"Alice A.\",\"fideRating\":2100,"
                 "\"links\":\"https://example.org/alice\\nhttp://chess.example\"}",
                 200);
    const struct someone nobody = {.harness = &harness};
    const struct fake_response user = someone_get(&nobody, "/api/user/alice", 200);
    assert_has(user.body, "\"profile\":{\"bio\":\"Likes endgames\"");
    assert_has(user.body, "\"flag\":\"NO\"");
    assert_has(user.body, "\"fideRating\":2100");
    assert_has(user.body, "https://example.org/alice\\nhttp://chess.example");
    someone_post(&alice, "/account/profile", "bio=", 200);
    assert_lacks(someone_get(&nobody, "/api/user/alice", 200).body, "endgames");
}

static void a_bad_profile_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    char bio[500] = "bio=";
    memset(bio + 4, 'x', 401);
    assert_has(someone_post(&alice, "/account/profile", bio, 400).body, "\"bio\":[\"the text");
    assert_has(someone_post(&alice, "/account/profile", "bio=ok&flag=XX", 400).body, "\"flag\"");
    someone_post(&alice, "/account/profile", "flag=no", 400);
    someone_post(&alice, "/account/profile", "fideRating=9999", 400);
    someone_post(&alice, "/account/profile", "fideRating=12a", 400);
    assert_has(someone_post(&alice, "/account/profile", "links=javascript:alert(1)", 400).body,
               "http");
    someone_post(&alice, "/account/profile", "links=https://user@host.example/", 400);
    someone_post(&alice, "/account/profile", "links=https://host.example/%07", 400);
    someone_post(&alice, "/account/profile", "unknown=1", 400);
    assert_lacks(someone_get(&alice, "/api/user/alice", 200).body, "profile");
}

// ---- kid mode --------------------------------------------------------------------------------

static void a_kid_neither_writes_nor_reads_chat(void **state)
{
    (void)state;
    const struct someone alice = someone_join(&harness, "Alice");
    const struct someone bert = someone_join(&harness, "Bert");
    struct round *round = start_game(false);
    struct fake_connection socket, spectator;
    fake_connection_connect(&socket, &harness, alice.cookie);
    fake_connection_send(&socket, "{\"t\":\"watch\",\"game\":\"game0001\"}");
    someone_post(&alice, "/api/account/kid", "v=true", 200);
    fake_connection_expect(&socket, "preference", "name", "kid");
    assert_has(someone_get(&alice, "/api/account/kid", 200).body, "{\"kid\":true}");
    expect_done(command(round, RK_BLACK, VERB_CHAT, "hello kid"));
    assert_false(fake_connection_has(&socket, "chat"));
    fake_connection_receive(&socket, "skip");
    fake_connection_send(&socket, "{\"t\":\"act\",\"game\":\"game0001\",\"id\":\"a\",\"version\":1,"
                                  "\"verb\":\"chat\",\"text\":\"hi\"}");
    fake_connection_expect(&socket, "refused", "why", "forbidden");
    fake_connection_close(&socket);

    fake_connection_connect(&socket, &harness, alice.cookie);
    assert_string_equal(json_field(fake_connection_receive(&socket, "hello"), "kid"), "true");
    fake_connection_send(&socket, "{\"t\":\"watch\",\"game\":\"game0001\"}");
    assert_false(fake_connection_has(&socket, "chat"));
    fake_connection_close(&socket);

    fake_connection_connect(&spectator, &harness, bert.cookie);
    fake_connection_close(&spectator);
}

static void a_kid_who_watches_gets_no_chat_of_the_spectators(void **state)
{
    (void)state;
    const struct someone kid = someone_join(&harness, "Kid"), dan = someone_join(&harness, "Dan");
    someone_join(&harness, "Alice");
    someone_join(&harness, "Bert");
    someone_post(&kid, "/api/account/kid", "v=true", 200);
    start_game(false);
    struct fake_connection sockets[2];
    fake_connection_connect(&sockets[0], &harness, kid.cookie);
    fake_connection_connect(&sockets[1], &harness, dan.cookie);
    for (int i = 0; i < 2; i++)
        fake_connection_send(&sockets[i], "{\"t\":\"watch\",\"game\":\"game0001\"}");
    fake_connection_send(&sockets[1],
                         "{\"t\":\"act\",\"game\":\"game0001\",\"id\":\"a\",\"version\":0,"
                         "\"verb\":\"chat\",\"room\":\"spectators\",\"text\":\"nice\"}");
    fake_connection_expect(&sockets[1], "chat", "text", "nice");
    assert_false(fake_connection_has(&sockets[0], "chat"));
    assert_true(fake_connection_has(&sockets[0], "skip"));
    for (int i = 0; i < 2; i++)
        fake_connection_close(&sockets[i]);
}

static void a_kids_profile_and_challenge_messages_are_hidden(void **state)
{
    (void)state;
    const struct someone kid = someone_join(&harness, "Kid"), bert = someone_join(&harness, "Bert");
    someone_post(&kid, "/account/profile", "realName=Kim", 200);
    someone_post(&kid, "/api/account/kid", "v=true", 200);
    assert_lacks(someone_get(&bert, "/api/user/kid", 200).body, "Kim");
    const struct fake_response challenge = someone_post(
        &bert, "/api/challenge/kid", "clock.limit=300&clock.increment=0&message=write to me", 200);
    assert_lacks(challenge.body, "write to me");
}

static void kid_mode_set_by_staff_stays(void **state)
{
    (void)state;
    const struct someone kid = someone_join(&harness, "Kid"), mod = someone_join(&harness, "Marta");
    fake_store_call(&harness.store, STORE_SET_ROLE, "marta", ROLE_MODERATOR);
    harness_wait(&harness, 2 * MINUTE); // the role is cached for a minute
    someone_post(&mod, "/api/mod/user/kid/kid", "", 400);
    someone_post(&mod, "/api/mod/user/kid/kid", "v=true", 200);
    assert_has(someone_get(&kid, "/api/account/kid", 200).body, "{\"kid\":true}");
    assert_has(someone_post(&kid, "/api/account/kid", "v=false", 403).body, "by the staff");
    someone_post(&mod, "/api/mod/user/kid/kid", "v=false", 200);
    assert_has(someone_get(&kid, "/api/account/kid", 200).body, "{\"kid\":false}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_default_is_an_allowed_value),
        HARNESS_TEST(preferences_have_the_shape_that_clients_of_lichess_read, &harness),
        HARNESS_TEST(preferences_that_cannot_be_read_are_not_the_defaults, &harness),
        HARNESS_TEST(preferences_are_set_by_word_or_number_and_survive_a_crash, &harness),
        HARNESS_TEST(a_bad_preference_is_refused_and_changes_nothing, &harness),
        HARNESS_TEST(other_connections_are_told_about_a_changed_preference, &harness),
        HARNESS_TEST(two_changes_at_once_are_both_kept, &harness),
        HARNESS_TEST(threefold_repetition_is_claimed_by_default, &harness),
        HARNESS_TEST(threefold_repetition_is_not_claimed_if_neither_wants_it, &harness),
        HARNESS_TEST(threefold_repetition_is_claimed_for_a_player_short_of_time, &harness),
        HARNESS_TEST(time_is_given_only_if_both_players_want_that, &harness),
        HARNESS_TEST(challenges_follow_the_preference_of_the_challenged, &harness),
        HARNESS_TEST(players_who_block_each_other_cannot_chat, &harness),
        HARNESS_TEST(a_profile_is_shown_to_everybody, &harness),
        HARNESS_TEST(a_bad_profile_is_refused_and_changes_nothing, &harness),
        HARNESS_TEST(a_kid_neither_writes_nor_reads_chat, &harness),
        HARNESS_TEST(a_kid_who_watches_gets_no_chat_of_the_spectators, &harness),
        HARNESS_TEST(a_kids_profile_and_challenge_messages_are_hidden, &harness),
        HARNESS_TEST(kid_mode_set_by_staff_stays, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
