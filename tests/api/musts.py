# SPDX-License-Identifier: MIT
"""What clients of the API cannot do without, and the tests that check it. `tests/api/run` fails if a
test that is named here does not exist."""

MUSTS = """
1.1   no or an unknown token is 401 | without_a_token_it_is_401_in_json an_unknown_token_is_401_in_json
1.1   a token without the scope is 403 | a_token_without_the_scope_is_403_in_json
1.1   every route keeps its permission | every_route_keeps_its_permission
1.2   success without data is {"ok":true} | success_without_data_is_ok_true
1.2   every failure is JSON with an error, also of a POST | every_failed_post_is_json garbage_is_refused_on_every_route
1.3   what is not yours is 404 | a_game_of_others_is_404_like_a_missing_one
1.3   a limit is 429 with the time to wait | a_limit_is_429_with_the_wait_in_header_and_body imports_are_limited
1.3   moves are never limited | moves_have_no_rate_limit
1.4   forms, JSON, raw text and empty bodies are read | a_form_is_read flat_json_is_read nested_json_is_read null_in_json_means_absent raw_text_without_a_content_type_is_read an_empty_body_is_fine
1.5   five texts are true | five_texts_are_true_in_query_form_and_path
1.6   a trailing slash is ignored | a_trailing_slash_in_a_post_path_is_ignored every_route_accepts_a_trailing_slash_and_head
1.7   names ignore case | names_ignore_case_and_ids_are_lower_case
1.7   a challenge's id becomes that of its game | the_id_of_a_challenge_becomes_the_id_of_its_game
1.8   JSON is on one line | json_is_on_one_line the_current_game_of_a_user
1.8   times are integer milliseconds | times_are_integer_milliseconds
1.9   answers are fast, and a repeated move is harmless | responses_are_fast a_second_copy_of_a_move_is_400_not_your_turn
1.10  connections are kept, streams are not compressed | connections_are_kept_alive a_stream_is_chunked_ndjson_and_not_compressed
1.11  streams are chunked lines, flushed at once | a_stream_is_chunked_ndjson_and_not_compressed one_object_and_its_newline_is_one_chunk_sent_at_once
1.11  headers come before the first event | the_headers_of_a_stream_are_sent_before_its_first_event
1.11  streams are never silent for long | an_event_stream_is_never_silent_for_more_than_7_seconds a_game_stream_is_never_silent_for_more_than_7_seconds a_seek_stream_is_never_silent_for_more_than_10_seconds
1.11  bodies that are read whole have no empty lines | the_games_of_a_channel_are_ndjson_without_empty_lines_or_pgn bots_that_are_online_are_listed
1.11  a stream ends with the last chunk | a_stream_ends_with_the_last_chunk a_finished_game_streams_its_positions_and_ends
1.11  a second stream replaces the first | a_second_event_stream_of_a_token_replaces_the_first a_second_game_stream_of_a_program_replaces_the_first
2     the answer of a token test has the token as key and its scopes as text | tokens_are_tested_without_a_token
2     a revoked token is invalid | a_revoked_token_is_invalid_at_once
2     the account has username, id, perfs and the title BOT | the_account_is_that_of_the_caller
2     an account becomes a bot only before its first game | an_account_is_upgraded_to_a_bot_permanently an_account_that_has_played_cannot_become_a_bot
2     nowPlaying has gameId, speed and opponent.username | running_games_are_listed_for_their_player
2     email and kid are always there | the_email_field_is_always_there kid_mode_is_stored
3.1   a challenge has id, challenger, variant, rated, speed, timeControl, color, finalColor and perf | a_challenge_has_every_field_a_bot_reads
3.1   timeControl has a type for days and for no clock | days_and_no_clock_mean_correspondence_and_unlimited
3.1   initialFen is there if it is not the usual start | a_fen_makes_a_from_position_game
3.1   declined challenges have destUser, reason and key | both_players_are_notified_of_a_decline_with_reason_and_key
3.2   the challenge is at the top level; errors are 400 | a_challenge_has_every_field_a_bot_reads invalid_challenges_are_400_with_the_reason
3.3   a challenge that is gone is 404 | a_challenge_that_is_gone_cannot_be_accepted
4     games and challenges are replayed when the stream opens | an_event_stream_replays_games_then_challenges
4     gameStart has id and gameId | a_game_start_has_every_field_a_bot_reads
4     challenge has compat | both_players_are_notified_of_a_challenge
4     challengeCanceled has the id | both_players_are_notified_of_a_cancel
4.1   correspondence games have isMyTurn and secondsLeft | correspondence_games_say_whose_turn_it_is
5.1   a game of others is 404 | a_stream_of_a_missing_game_or_of_others_is_404
5.1   the first line is gameFull with every field | the_first_line_is_game_full
5.1   variants have their English names | every_variant_can_be_chosen_by_its_key
5.1   the names of both players are in gameFull | the_first_line_is_game_full
5.1   initialFen is startpos or a FEN | the_first_line_is_game_full chess960_chooses_a_random_start
5.1   no clock is 2147483647 and 0 | an_untimed_game_has_the_expected_clock_values
5.1   moves are UCI from the start; castling is by variant | every_move_is_a_game_state_with_all_moves_and_clocks both_notations_of_castling_are_accepted_and_one_is_sent castling_in_chess960_is_king_takes_rook castling_from_a_position_is_king_takes_rook a_drop_is_written_with_an_at_sign
5.1   status and winner end the game | the_last_state_has_status_and_winner
5.1   wdraw and bdraw show an offer | a_draw_can_be_offered_with_a_move_and_accepted_with_the_next one_route_offers_accepts_and_declines_draws
5.1   takebacks are never shown | a_takeback_is_declined_or_refused_with_the_reason
5.1   a chat line has type, room, username and text | chat_is_accepted_as_form_and_as_json
5.2   chat works after the end | chat_still_works_when_the_game_is_over
5.2   chat is a list | chat_lines_are_listed
5.2   illegal moves are 400 | illegal_moves_are_400_with_the_reason_and_change_nothing
6.1   PGN unless JSON is accepted | a_game_is_exported_as_pgn_by_default a_game_is_exported_as_json_if_accepted
6.1   games in PGN end with two empty lines | pgn_of_many_games_is_separated_by_two_empty_lines
6.2   createdAt and lastMoveAt are numbers | a_game_is_exported_as_json_if_accepted times_are_integer_milliseconds
6.3   an exported game has White, Black and Result | a_game_is_exported_as_pgn_by_default
6.3   without a game, the current game is 404 | the_current_game_of_a_user
7     a user has username, perfs with games and rating, and blocking | a_user_is_complete
7     a closed user is disabled, an unknown one 404 | a_closed_user_is_disabled a_user_is_public
7     users by id are an array | users_are_found_by_id
7     online is true while the event stream is open | a_player_is_online_while_the_event_stream_is_open the_status_shows_who_is_online_and_playing
7     online bots are lines of users | bots_that_are_online_are_listed
7     points of the rating history are four numbers | a_rating_history_has_points_of_four_numbers
7     a leaderboard has users | a_leaderboard_has_users
"""


def missing_tests(names):
    """The tests that are named above, but not among the names; and rows without a test."""
    missing = []
    for row in filter(None, MUSTS.splitlines()):
        requirement, _, checks = row.partition("|")
        missing += [] if checks.split() else [f"no test: {requirement}"]
        missing += [f"{requirement.strip()}: no test {check}"
                    for check in checks.split() if check not in names]
    return missing
