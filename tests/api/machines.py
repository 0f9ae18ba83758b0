# SPDX-License-Identifier: MIT
"""What programs read: games, streams, TV, users, imports. Each test gets the server."""
import json
import re
import time

from client import Stream, User, done, equal, has, pair, play, refused, status

MATE = "f2f3 e7e5 g2g4 d8h4"
OPENING = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7"
NDJSON = {"Accept": "application/x-ndjson"}
CHANNELS = ("best bullet blitz rapid classical ultraBullet chess960 kingOfTheHill threeCheck "
            "antichess atomic horde racingKings crazyhouse bot computer").split()
tests = []


def test(function):
    tests.append(function)
    return function


def stranger(server, number):
    return User(server, "nobody", number)


def finished_game(server, moves=MATE, **settings):
    white, black = server.bot(), server.bot()
    game = pair(white, black, **settings)
    play(game, white, black, moves)
    return game, white, black


def lines(answer):
    assert answer.headers["Content-Type"].startswith("application/x-ndjson"), answer.headers
    assert "\n\n" not in answer.text and not answer.text.startswith("\n"), answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


# ---- 6.3 games --------------------------------------------------------------------------------


@test
def pgn_of_many_games_is_separated_by_two_empty_lines(server):
    game, white, black = finished_game(server)
    second = pair(white, black)
    play(second, white, black, MATE)
    text = status(white.get(f"/api/games/user/{white.name}"), 200).text
    games = text.split("\n\n\n")
    equal((len(games), games[2]), (3, ""))
    for one in games[:2]:
        equal(one.count("\n\n"), 1, "empty lines within a game")
    assert f'"{second}"' in games[0] and f'"{game}"' in games[1], text


@test
def games_are_filtered_and_sorted(server):
    first, white, black = finished_game(server, **{"clock.limit": 180, "clock.increment": 0})
    second = pair(black, white, **{"clock.limit": 600, "clock.increment": 0})
    play(second, black, white, MATE)

    def ids(max=50, **query):  # few at once have the larger rate limit
        query["max"] = max
        answer = white.request("GET", f"/api/games/user/{white.id}?" + "&".join(
            f"{key}={value}" for key, value in query.items()), headers=NDJSON)
        return [game["id"] for game in lines(status(answer, 200))]
    equal(ids(), [second, first])
    equal(ids(sort="dateAsc"), [first, second])
    equal(ids(max=1), [second])
    equal(ids(perfType="blitz"), [first])
    equal(ids(perfType="blitz,rapid"), [second, first])
    equal(ids(perfType="atomic"), [])
    equal(ids(color="white"), [first])
    equal(ids(result="win"), [second])
    equal(ids(result="loss"), [first])
    equal(ids(result="draw"), [])
    equal(ids(vs=black.name), [second, first])
    equal(ids(vs="Nobody"), [])
    equal(ids(rated="true"), [])
    equal(ids(rated="false"), [second, first])
    equal(ids(analysed="true"), [])
    equal(ids(since=int(time.time() * 1000) + 60000), [])
    equal(ids(until=1), [])
    refused(white.get(f"/api/games/user/{white.id}", sort="random"))
    refused(white.get(f"/api/games/user/{white.id}", color="green"))
    refused(white.get(f"/api/games/user/{white.id}", result="lost"))
    refused(white.get(f"/api/games/user/{white.id}", max="many"))
    refused(white.get("/api/games/user/NoSuchPerson"), 404)


@test
def ongoing_games_are_listed_on_request(server):
    finished, white, black = finished_game(server)
    running = pair(white, black)
    path = f"/api/games/user/{white.id}"
    equal([g["id"] for g in lines(white.request("GET", path, headers=NDJSON))], [finished])
    both = white.request("GET", path + "?ongoing=true", headers=NDJSON)
    equal([g["id"] for g in lines(both)], [running, finished])
    only = white.request("GET", path + "?ongoing=true&finished=false", headers=NDJSON)
    equal([g["id"] for g in lines(only)], [running])


@test
def flags_select_what_a_game_shows(server):
    game, white, _ = finished_game(server)

    def export(accept, **query):
        query = "&".join(f"{key}={value}" for key, value in query.items())
        return status(white.request("GET", f"/game/export/{game}?{query}",
                                    headers={"Accept": accept}), 200)
    found = export("application/json", pgnInJson="true", lastFen="true").json
    has(found, "pgn", "lastFen", "moves", "clocks", "clock", "players", "speed", "perf", "variant")
    assert found["lastFen"].startswith("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w"), found
    found = export("application/json", moves="false", clocks="false").json
    assert "moves" not in found and "clocks" not in found, found
    assert "[" not in export("*/*", tags="false", clocks="false").text
    assert "[%clk" not in export("*/*", clocks="False").text
    assert "\n1. f3" not in export("*/*", moves="0").text
    assert re.search(r"\[%clk 0:10:0\d\.\d\d\]", export("*/*", exact="true").text)
    assert "[%emt" in export("*/*", exact="true").text


@test
def games_are_exported_by_id(server):
    game, white, _ = finished_game(server)
    body = f"{game},nothing0,{game}x".encode()
    answer = status(stranger(server, 910).request(
        "POST", "/api/games/export/_ids", body, NDJSON), 200)
    equal([found["id"] for found in lines(answer)], [game])
    many = ",".join("abcdefgh" for _ in range(301))
    refused(white.post_raw("/api/games/export/_ids", many), 413)


@test
def spectators_see_a_running_game_three_plies_late(server):
    white, black = server.bot(), server.bot()
    game = pair(white, black)
    play(game, white, black, OPENING)

    def moves(user):
        return status(user.request("GET", f"/game/export/{game}", headers={
            "Accept": "application/json"}), 200).json["moves"].split()
    equal(len(moves(white)), 10)
    equal(len(moves(stranger(server, 911))), 7)


@test
def the_explorer_of_a_player_is_a_line_of_ndjson(server):
    answer = status(stranger(server, 959).get("/player", player="nobody", color="white"), 200)
    equal(answer.headers["Content-Type"], "application/x-ndjson")
    equal((answer.json["queuePosition"], answer.text.count("\n"), answer.text[-1]), (0, 1, "\n"))


@test
def the_current_game_of_a_user(server):
    nobody = server.user()
    reader = stranger(server, 912)
    refused(reader.get(f"/api/user/{nobody.name}/current-game"), 404)
    refused(reader.get("/api/user/NoSuchPerson/current-game"), 404)
    game, white, black = finished_game(server)
    path = f"/api/user/{white.name.upper()}/current-game"
    answer = status(reader.request("GET", path, headers={"Accept": "application/json"}), 200)
    equal((answer.json["id"], answer.text.count("\n")), (game, 0), "one line")
    running = pair(black, white)
    text = status(reader.get(path), 200).text
    assert f'[GameId "{running}"]' in text, text


# ---- 6.3 streams of games ---------------------------------------------------------------------


@test
def a_finished_game_streams_its_positions_and_ends(server):
    game, _, _ = finished_game(server)
    with Stream(stranger(server, 913), "GET", f"/api/stream/game/{game}") as stream:
        first = stream.next()
        has(first, "id", "variant", "speed", "perf", "rated", "fen", "turns", "source", "status",
            "createdAt", "players", "player", "initialFen")
        equal((first["id"], first["status"]["name"]), (game, "mate"))
        moves = []
        while "lm" in (line := stream.next()):
            has(line, "fen", "wc", "bc")
            assert isinstance(line["wc"], int)
            moves.append(line["lm"])
        equal(" ".join(moves), MATE)
        equal((line["id"], line["winner"], line["turns"]), (game, "black", 4))
        equal(stream.wait_end(), "chunk")


@test
def a_running_game_streams_its_positions_three_plies_late(server):
    white, black = server.bot(), server.bot()
    game = pair(white, black)
    play(game, white, black, OPENING)
    with Stream(stranger(server, 914), "GET", f"/api/stream/game/{game}") as stream:
        equal(stream.headers["content-type"], "application/x-ndjson")
        equal(stream.next()["turns"], 7)
        for uci in OPENING.split()[:7]:
            equal(stream.next()["lm"], uci)
        stream.expect_nothing()
        done(white.move(game, "f1e1"))
        equal(stream.next()["lm"], OPENING.split()[7])
        done(black.act(game, "resign"))
        for uci in OPENING.split()[8:] + ["f1e1"]:
            equal(stream.next()["lm"], uci)
        equal(stream.next()["status"]["name"], "resign")
        equal(stream.wait_end(), "chunk")


@test
def an_unknown_game_has_no_stream(server):
    refused(stranger(server, 915).get("/api/stream/game/nothing0"), 404)


@test
def games_between_users_are_streamed_when_they_start_and_end(server):
    white, black, other = server.bot(), server.bot(), server.bot()
    with Stream(stranger(server, 916), "POST", "/api/stream/games-by-users",
                raw=f"{white.name},{black.name}") as stream:
        pair(white, other)  # not between the two
        game = pair(white, black)
        found = stream.next()
        equal((found["id"], found["status"], found["statusName"]), (game, 20, "started"))
        equal(found["players"]["white"]["userId"], white.id)
        equal(found["players"]["black"]["userId"], black.id)
        has(found, "rated", "variant", "speed", "perf", "createdAt", "clock")
        play(game, white, black, MATE)
        found = stream.next()
        equal((found["id"], found["status"], found["winner"]), (game, 30, "black"))
    with Stream(stranger(server, 917), "POST", "/api/stream/games-by-users?withCurrentGames=true",
                raw=f"{white.name},{other.name}") as stream:
        equal(stream.next()["players"]["black"]["userId"], other.id)


@test
def games_between_users_need_two_to_three_hundred_names(server):
    reader = stranger(server, 918)
    refused(reader.post_raw("/api/stream/games-by-users", "one"))
    refused(reader.post_raw("/api/stream/games-by-users", ""))
    names = ",".join(f"user{number}" for number in range(301))
    refused(reader.post_raw("/api/stream/games-by-users", names))


@test
def games_by_id_are_streamed_and_added(server):
    white, black = server.bot(), server.bot()
    first, second = pair(white, black), pair(black, white)
    reader = server.user()
    with Stream(reader, "POST", "/api/stream/games/mine", raw=first) as stream:
        equal(stream.next()["id"], first)
        done(reader.post_raw("/api/stream/games/mine/add", second))
        equal(stream.next()["id"], second)
        done(white.act(second, "abort"))
        found = stream.next()
        equal((found["id"], found["statusName"]), (second, "aborted"))
        refused(white.post_raw("/api/stream/games/mine/add", second), 404)
        with Stream(reader, "POST", "/api/stream/games/mine", raw=first) as replacement:
            equal(replacement.next()["id"], first)
            equal(stream.wait_end(), "chunk")
    refused(reader.post_raw("/api/stream/games/" + "x" * 40, first))


# ---- 6.4 TV -----------------------------------------------------------------------------------


@test
def tv_shows_a_game_per_channel(server):
    white, black = server.bot(), server.bot()
    game = pair(white, black)
    reader = stranger(server, 919)
    with Stream(reader, "GET", "/api/tv/bot/feed") as stream:
        featured = stream.next()
        equal(featured["t"], "featured")
        has(featured["d"], "id", "orientation", "players", "fen")
        equal([player["color"] for player in featured["d"]["players"]], ["white", "black"])
        has(featured["d"]["players"][0], "user", "rating", "seconds")
        channels = status(reader.get("/api/tv/channels"), 200).json
        assert set(channels) <= set(CHANNELS), channels
        has(channels["bot"], "user", "rating", "gameId", "color")
        equal(channels["bot"]["gameId"], featured["d"]["id"])
        has(channels["bot"]["user"], "id", "name", "title")
    play(game, white, black, "e2e4 e7e5")


@test
def tv_feeds_the_moves_of_a_channel(server):
    white, black = server.bot(), server.bot()
    settings = {"clock.limit": 600, "clock.increment": 0, "variant": "racingKings"}
    user, other = server.user(), server.user()
    game = pair(user, other, **settings)
    with Stream(stranger(server, 920), "GET", "/api/tv/racingKings/feed") as stream:
        equal(stream.next(t="featured")["d"]["id"], game)
        done(user.move(game, "h2h3"))
        found = stream.next(t="fen")["d"]
        has(found, "fen", "lm", "wc", "bc")
        equal(found["lm"], "h2h3")
    del white, black


@test
def the_games_of_a_channel_are_ndjson_without_empty_lines_or_pgn(server):
    user, other = server.user(), server.user()
    game = pair(user, other, **{"clock.limit": 600, "clock.increment": 0, "variant": "horde"})
    reader = stranger(server, 921)
    answer = status(reader.request("GET", "/api/tv/horde?nb=5", headers=NDJSON), 200)
    equal([found["id"] for found in lines(answer)], [game])
    text = status(reader.get("/api/tv/horde", nb=1), 200).text
    assert text.endswith("\n\n\n") and f'[GameId "{game}"]' in text, text
    equal(status(reader.request("GET", "/api/tv/atomic", headers=NDJSON), 200).text, "")
    refused(reader.get("/api/tv/horde", nb=31))
    refused(reader.get("/api/tv/nothing"), 404)
    refused(reader.get("/api/tv/nothing/feed"), 404)


# ---- 6.3 import -------------------------------------------------------------------------------

PGN = """[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul and a very long row of first names"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[WhiteElo "2690"]
[TimeControl "300+3"]

1. e4 { [%clk 0:05:00] } e5 { [%clk 0:04:58] good } 2. Nf3 { [%clk 0:04:57] } (2. f4 exf4) d6 1-0
"""


@test
def a_game_is_imported_with_its_clocks(server):
    user = server.user()
    answer = status(user.post("/api/import", {"pgn": PGN}), 200)
    equal(set(answer.json), {"id", "url"})
    game = answer.json["id"]
    assert answer.json["url"].endswith("/" + game), answer.text
    text = status(user.get(f"/game/export/{game}"), 200).text
    for part in ('[White "Morphy, Paul and a very long row of first names"]', '[Event "Paris"]',
                 '[Date "1858.??.??"]', '[WhiteElo "2690"]', '[Result "1-0"]', "[%clk 0:04:57]",
                 "2. Nf3", "1-0\n\n\n"):
        assert part in text, (part, text)
    assert "f4" not in text and "good" not in text, text
    found = status(user.request("GET", f"/game/export/{game}", headers={
        "Accept": "application/json"}), 200).json
    equal((found["source"], found["rated"], found["status"], found["winner"], found["speed"]),
          ("import", False, "resign", "white", "blitz"))
    equal(found["players"]["white"], {
        "name": "Morphy, Paul and a very long row of first names", "rating": 2690})
    equal(found["clocks"], [30000, 29800, 29700], "a ply without a clock")
    assert game in status(user.get("/api/games/export/imports"), 200).text
    with Stream(user, "GET", f"/api/stream/game/{game}") as stream:
        equal(stream.next()["id"], game)
        equal(stream.next(), {"fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                              "lm": "e2e4", "wc": 300})


@test
def an_illegal_move_is_named(server):
    user = server.user()
    answer = user.post("/api/import", {"pgn": "1. e4 e5 2. Ke3 *"})
    why = refused(answer)["pgn"][0]
    assert "Ke3" in why and "line 1" in why, why
    for text in ("", "no game", "1. e4 e5 2. -- d5"):
        refused(user.post("/api/import", {"pgn": text}))
    refused(user.post("/api/import"))


@test
def a_result_that_contradicts_the_board_is_reported(server):
    user = server.user()
    mate = '[Result "1/2-1/2"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2\n'
    warning = "Black wins by checkmate, but the result in the PGN is 1/2-1/2"
    answer = status(user.post("/api/import", {"pgn": mate}), 200).json
    equal(answer["warning"], "line 1: " + warning)
    found = user.request("GET", f"/game/export/{answer['id']}", headers={"Accept": "application/json"}).json
    equal((found["status"], found["winner"]), ("mate", "black"))
    first, second = lines(status(user.post_raw("/api/import", "1. e4 *\n\n" + mate), 200))
    assert "warning" not in first, first
    equal((second["game"], second["warning"]), (2, "line 3: " + warning))


@test
def many_games_are_imported_at_once(server):
    user = server.user()
    text = PGN + "\n\n[White \"A\"]\n\n1. e4 e4 *\n\n[White \"B\"]\n[Result \"1/2-1/2\"]\n\n1. d4 1/2-1/2\n"
    found = lines(status(user.post_raw("/api/import", text), 200))
    equal([line["game"] for line in found], [1, 2, 3])
    has(found[0], "id", "url")
    has(found[1], "error")
    draw = user.request("GET", f"/game/export/{found[2]['id']}", headers={
        "Accept": "application/json"}).json
    equal((draw["status"], draw.get("winner")), ("draw", None))
    refused(user.post_raw("/api/import", "[White \"A\"]\n\n1. e4 *\n\n" * 101))


@test
def imports_belong_to_who_made_them(server):
    user, other = server.user(), server.user()
    game = user.post("/api/import", {"pgn": PGN}).json["id"]
    equal(status(other.get("/api/games/export/imports"), 200).text, "")
    refused(stranger(server, 922).get("/api/games/export/imports"), 401)
    refused(stranger(server, 922).post("/api/import", {"pgn": PGN}), 401)
    equal(status(user.get(f"/api/games/user/{user.name}"), 200).text, "")
    equal(status(other.get(f"/game/export/{game}"), 200).status, 200)


@test
def imports_are_limited(server):
    user = server.user()
    answers = [user.post("/api/import", {"pgn": "1. e4 *"}) for _ in range(11)]
    equal([answer.status for answer in answers], [200] * 10 + [429])
    has(answers[-1].json["ratelimit"], "key", "seconds")
    assert int(answers[-1].headers["Retry-After"]) > 0


# ---- 7. users ---------------------------------------------------------------------------------


@test
def users_are_found_by_id(server):
    user, bot = server.user(), server.bot()
    reader = stranger(server, 923)
    found = status(reader.post_raw("/api/users", f"{user.name.upper()},{bot.id},nosuchuser"), 200).json
    equal({one["id"] for one in found}, {user.id, bot.id})
    for one in found:
        has(one, "username", "perfs", "createdAt", "seenAt", "url", "count")
    equal(status(reader.post_raw("/api/users", ""), 200).json, [])
    refused(reader.post_raw("/api/users", ",".join(["ann"] * 301)))


@test
def a_user_is_complete(server):
    game, white, _ = finished_game(server)
    user = status(white.get(f"/api/user/{white.name}"), 200).json
    has(user, "id", "username", "perfs", "title", "createdAt", "seenAt", "url", "count")
    has(user["count"], "all", "rated", "win", "loss", "draw", "playing")
    equal((user["count"]["all"], user["count"]["loss"]), (1, 1))
    for perf in user["perfs"].values():
        has(perf, "games", "rating", "rd", "prog")
    running = pair(white, server.bot())
    user = status(white.get(f"/api/user/{white.name}"), 200).json
    assert user["playing"].endswith("/" + running), user
    other = status(server.user().get(f"/api/user/{white.name}"), 200).json
    equal((other["blocking"], other["following"], other["followable"]), (False, False, True))
    del game


@test
def a_user_counts_imports_and_games_with_the_caller(server):
    game, white, black = finished_game(server)
    importer = server.user()
    status(importer.post("/api/import", {"pgn": "1. e4 *"}), 200)
    counts = status(importer.get("/api/account"), 200).json["count"]
    equal((counts["import"], counts["bookmark"], counts["me"]), (1, 0, 0))
    counts = status(black.get(f"/api/user/{white.name}"), 200).json["count"]
    equal((counts["import"], counts["bookmark"], counts["me"]), (0, 0, 1))
    equal(status(stranger(server, 960).get(f"/api/user/{white.name}"), 200).json["count"]["me"], 0)
    reader = server.user()
    done(reader.post(f"/api/rel/follow/{importer.name}"))
    counts = lines(status(reader.get("/api/rel/following"), 200))[0]["count"]
    equal((counts["import"], counts["me"]), (1, 0))
    del game


@test
def bots_that_are_online_are_listed(server):
    online, offline = server.bot(), server.bot()
    reader = stranger(server, 924)
    with online.events():
        found = lines(status(reader.get("/api/bot/online"), 200))
        names = {user["username"] for user in found}
        assert online.name in names and offline.name not in names, names
        assert all(user["title"] == "BOT" and user["perfs"] for user in found)
        equal(len(lines(reader.get("/api/bot/online", nb=1))), 1)
    refused(reader.get("/api/bot/online", nb=0))


@test
def names_are_completed(server):
    user, friend = server.user(), server.user(name="Zacharias")
    reader = stranger(server, 925)
    equal(status(reader.get("/api/player/autocomplete", term="zach"), 200).json, ["zacharias"])
    found = status(reader.get("/api/player/autocomplete", term="ZACH", object="true"), 200).json
    equal(found, {"result": [{"id": "zacharias", "name": "Zacharias"}]})
    equal(status(user.get("/api/player/autocomplete", term="zach", friend=1), 200).json, [])
    done(user.post(f"/api/rel/follow/{friend.name}"))
    equal(status(user.get("/api/player/autocomplete", term="zach", friend=1), 200).json,
          ["zacharias"])
    refused(reader.get("/api/player/autocomplete", term="za"))
    refused(reader.get("/api/player/autocomplete"))
    refused(reader.get("/api/player/autocomplete", term="zach", friend=1), 401)


@test
def activity_counts_games_by_day(server):
    game, white, black = finished_game(server, **{"clock.limit": 180, "clock.increment": 0})
    day, = status(stranger(server, 926).get(f"/api/user/{black.name}/activity"), 200).json
    assert day["interval"]["start"] <= time.time() * 1000 < day["interval"]["end"], day
    equal({key: day["games"]["blitz"][key] for key in ("win", "loss", "draw")},
          {"win": 1, "loss": 0, "draw": 0})
    assert "rp" not in day["games"]["blitz"], day  # no game was rated
    rated = pair(white, black, rated="true", **{"clock.limit": 180, "clock.increment": 0})
    play(rated, white, black, MATE)
    points = black.get(f"/api/user/{black.name}/activity").json[0]["games"]["blitz"]["rp"]
    assert points["before"] < points["after"], points
    equal(status(white.get(f"/api/user/{server.user().name}/activity"), 200).json, [])
    refused(white.get("/api/user/NoSuchPerson/activity"), 404)
    del game


@test
def the_timeline_has_follows_and_games(server):
    game, white, black = finished_game(server)
    reader = server.user()
    done(reader.post(f"/api/rel/follow/{white.name}"))
    found = status(reader.get("/api/timeline"), 200).json
    equal([(entry["type"], entry["data"]) for entry in found["entries"]],
          [("follow", {"u1": reader.id, "u2": white.id})])
    assert all(isinstance(entry["date"], int) for entry in found["entries"])
    equal(found["users"][white.id]["name"], white.name)
    entry, = [entry for entry in status(black.get("/api/timeline", nb=5), 200).json["entries"]
              if entry["type"] == "game-end"]
    equal((entry["data"]["fullId"], entry["data"]["opponent"], entry["data"]["win"]),
          (game, white.id, True))
    equal(status(reader.get("/api/timeline", since=int(time.time() * 1000) + 9000), 200).json,
          {"entries": [], "users": {}})


@test
def nobody_streams_videos(server):
    equal(status(stranger(server, 927).get("/api/streamer/live"), 200).json, [])


@test
def a_closed_user_is_disabled(server):
    user = server.user()
    server.admin("close", user.name, "--yes")
    found = status(stranger(server, 928).get(f"/api/user/{user.name}"), 200).json
    equal(found, {"id": user.id, "username": user.name, "disabled": True})
    equal(status(stranger(server, 928).post_raw("/api/users", user.name), 200).json, [found])


@test
def correspondence_games_say_whose_turn_it_is(server):
    white, black = server.bot(), server.user()
    game = pair(white, black, days=1)
    with white.events() as events:
        info = events.next("gameStart")["game"]
    equal((info["id"], info["isMyTurn"], info["speed"]), (game, True, "correspondence"))
    assert 86000 < info["secondsLeft"] <= 86400, info
    entry, = status(black.get("/api/account/playing"), 200).json["nowPlaying"]
    equal(entry["isMyTurn"], False)


@test
def a_rating_history_has_points_of_four_numbers(server):
    white, black = server.user(), server.user()
    game = pair(white, black, rated="true")
    play(game, white, black, MATE)
    perfs = status(white.get(f"/api/user/{white.name}/rating-history"), 200).json
    points, = [perf["points"] for perf in perfs if perf["name"] == "Rapid"]
    now = time.gmtime()
    assert points[-1][:3] == [now.tm_year, now.tm_mon - 1, now.tm_mday], points
    assert all(len(point) == 4 and all(isinstance(number, int) for number in point)
               for perf in perfs for point in perf["points"]), perfs


@test
def a_leaderboard_has_users(server):
    found = status(stranger(server, 929).get("/api/player/top/5/blitz"), 200).json
    assert isinstance(found["users"], list), found
