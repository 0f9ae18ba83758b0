/* SPDX-License-Identifier: MIT */
/* What Tab completes in rookery join. */
#include "join/completion.h"

#include "join/user.h"

/* Presses Tab after `typed`: expects the completed line, and the candidates that are printed. */
static void expect_completed(struct user *user, const char *typed, const char *line,
                             const char *printed)
{
    struct line_editor editor = {.size = 0};
    line_editor_set(&editor, typed);
    online_completion_complete(&user->session, &editor);
    assert_string_equal(editor.text, line);
    assert_int_equal(editor.cursor, strlen(line));
    user_expect(user, printed);
}

static void commands_are_completed(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    expect_completed(&user, "se", "seek ", "");
    expect_completed(&user, "rem", "rematch", "");
    expect_completed(&user, "  rem", "  rematch", "");
    expect_completed(&user, "ch", "challenge", "");
    expect_completed(&user, "challenge", "challenge", "challenges challenge  \n");
    expect_completed(&user, "help fl", "help flip", "");
    expect_completed(&user, "xyz", "xyz", "");
    expect_completed(&user, "xyz a", "xyz a", "");
    user_fini(&user);
}

static void legal_moves_are_completed_when_it_is_our_turn(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    expect_completed(&user, "Nf", "Nf", "");
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    expect_completed(&user, "Nf", "Nf3", "");
    expect_completed(&user, "N", "N", "Na3 Nc3 Nf3 Nh3 \n");
    expect_completed(&user, "claim Nf", "claim Nf3", "");
    expect_completed(&user, "claim dr", "claim draw", "");
    user_show_game(&user, SNAPSHOT("black", "", STARTED));
    expect_completed(&user, "N", "N", "");
    user_show_game(&user, SNAPSHOT("white", "", OVER));
    expect_completed(&user, "N", "N", "");
    user_fini(&user);
}

static void terms_are_completed_wherever_they_are(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    expect_completed(&user, "seek at", "seek atomic", "");
    expect_completed(&user, "seek 5+3 crazy", "seek 5+3 crazyhouse", "");
    expect_completed(&user, "invite 5+3 horde ra", "invite 5+3 horde ra",
                     "racing-kings random rated \n");
    expect_completed(&user, "challenge Ben 3+2 bl", "challenge Ben 3+2 black", "");
    expect_completed(&user, "computer 3 kin", "computer 3 king-of-the-hill", "");
    expect_completed(&user, "computer ", "computer ", "1 2 3 4 5 6 7 8 \n");
    expect_completed(&user, "lobby of", "lobby off", "");
    user_fini(&user);
}

static void users_and_games_that_were_seen_are_completed(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_receive(&user,
                 "{\"t\":\"running\",\"game\":\"abcd1234\",\"white\":\"Cleo\",\"black\":"
                 "\"Anna\",\"variant\":\"standard\",\"clock\":\"-\",\"fen\":\"" STANDARD_START
                 "\",\"plies\":1,\"watchers\":0}");
    user_show_game(&user, SNAPSHOT("white", "", STARTED));
    expect_completed(&user, "challenge Cl", "challenge Cleo", "");
    expect_completed(&user, "challenge ", "challenge ", "Ben Cleo \n"); // not ourselves
    expect_completed(&user, "watch ab", "watch abcd1234", "");
    user_fini(&user);
}

static void offers_and_reasons_are_completed(void **state)
{
    (void)state;
    struct user user;
    user_init(&user);
    user_receive(&user, "{\"t\":\"challenged\",\"challenge\":\"c1\",\"state\":\"created\",\"from\":"
                        "\"Dora\",\"to\":\"Anna\",\"clock\":\"5+3\",\"variant\":\"standard\","
                        "\"side\":\"random\",\"rated\":false}");
    user_receive(&user, "{\"t\":\"found\",\"seek\":\"s1\",\"name\":\"Emil\",\"clock\":\"5+3\","
                        "\"variant\":\"atomic\",\"side\":\"random\",\"rated\":true}");
    buffer_clear(&user.output);
    expect_completed(&user, "accept ", "accept ", "Dora Emil s1 \n");
    expect_completed(&user, "decline D", "decline Dora", "");
    expect_completed(&user, "decline Dora too", "decline Dora too", "tooFast tooSlow \n");
    expect_completed(&user, "decline la", "decline later", "");
    user_show_game(&user, SNAPSHOT("white", "", STARTED ",\"offer\":\"black\""));
    expect_completed(&user, "decline dr", "decline draw", "");
    user_fini(&user);
}

static void only_commands_other_than_chat_are_kept_over_a_restart(void **state)
{
    (void)state;
    assert_true(commands_may_save("seek 5+3 atomic"));
    assert_true(commands_may_save(" SEEK"));
    assert_false(commands_may_save("e4"));
    assert_false(commands_may_save("say my number is 5"));
    assert_false(commands_may_save("correct horse battery staple"));
    assert_false(commands_may_save(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_completed),
        cmocka_unit_test(legal_moves_are_completed_when_it_is_our_turn),
        cmocka_unit_test(terms_are_completed_wherever_they_are),
        cmocka_unit_test(users_and_games_that_were_seen_are_completed),
        cmocka_unit_test(offers_and_reasons_are_completed),
        cmocka_unit_test(only_commands_other_than_chat_are_kept_over_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
