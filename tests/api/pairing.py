# SPDX-License-Identifier: MIT
"""Seeks by rating, bulk pairing, conditional moves and vacations over HTTP."""
import time

from client import TIMEOUT, done, equal, has, pair, play, refused, status

tests = []


def test(function):
    tests.append(function)
    return function


def wait_for(condition):
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("nothing happened in time")


@test
def a_bulk_has_the_shape_of_lichess(server):
    organizer = server.user("challenge:bulk")
    players = [server.user("challenge:write,board:play") for _ in range(4)]
    tokens = [player.token for player in players]
    made = status(organizer.post("/api/bulk-pairing", {
        "players": f"{tokens[0]}:{tokens[1]},{tokens[2]}:{tokens[3]}", "clock.limit": 300,
        "clock.increment": 2, "rated": "true", "rules": "noAbort,noRematch"}), 200).json
    equal(set(made), {"id", "games", "variant", "clock", "pairAt", "pairedAt", "rated", "startClocksAt", "scheduledAt"})
    equal(made["clock"], {"limit": 300, "increment": 2})
    equal([made["variant"], made["rated"], made["pairedAt"], made["startClocksAt"]], ["standard", True, None, None])
    equal([(game["white"], game["black"]) for game in made["games"]],
          [(players[0].id, players[1].id), (players[2].id, players[3].id)])
    path = f"/api/bulk-pairing/{made['id']}"
    shown = wait_for(lambda: (found := organizer.get(path).json)["pairedAt"] and found)
    equal(shown["games"], made["games"])
    equal(organizer.get("/api/bulk-pairing").json, {"bulks": [shown]})
    done(organizer.post(path + "/start-clocks"))
    first = made["games"][0]["id"]
    play(first, players[0], players[1], "e2e4 e7e5")
    answer = status(organizer.request("GET", path + "/games", headers={"Accept": "application/x-ndjson"}), 200)
    equal(len(answer.text.splitlines()), 2)
    refused(organizer.delete(path))
    refused(players[0].get(path), 403)
    refused(server.user("challenge:bulk").get(path), 404)


@test
def a_scheduled_bulk_is_cancelled_as_a_whole(server):
    organizer = server.user("challenge:bulk")
    white, black = server.user("challenge:write"), server.user("challenge:write")
    later = int(time.time() * 1000) + 3600000
    form = {"players": f"{white.token}:{black.token}", "days": 3, "pairAt": later}
    made = status(organizer.post("/api/bulk-pairing", form), 200).json
    equal([made["pairAt"], made["pairedAt"], made["days"]], [later, None, 3])
    done(organizer.delete(f"/api/bulk-pairing/{made['id']}"))
    equal(organizer.get("/api/bulk-pairing").json, {"bulks": []})
    assert "token 2" in str(refused(organizer.post("/api/bulk-pairing", form | {"players": f"{white.token}:no"})))
    refused(organizer.post("/api/bulk-pairing", form | {"players": f"{white.token}:{white.token}"}))


@test
def conditional_moves_are_played_at_once(server):
    white, black = server.user(), server.user()
    game = pair(white, black, days=3)
    path = f"/api/board/game/{game}/conditional"
    done(white.move(game, "e2e4"))
    done(white.post(path, {"lines": "e7e5 g1f3 b8c6 f1b5,c7c5 g1f3"}))
    equal(white.get(path).json, {"lines": ["e7e5 g1f3 b8c6 f1b5", "c7c5 g1f3"]})
    equal(black.get(path).json, {"lines": []})
    done(black.move(game, "e7e5"))
    wait_for(lambda: white.get(path).json == {"lines": ["b8c6 f1b5"]})
    done(black.move(game, "b8c6"))
    wait_for(lambda: white.get(path).json == {"lines": []})
    assert "line 1" in refused(white.post(path, {"lines": "a7a6 b5a8"}))
    refused(black.post(path, {"lines": "e2e4 e7e5"}))
    refused(server.user().get(path), 404)


@test
def a_player_on_vacation_makes_no_correspondence_challenges(server):
    user, other = server.user(), server.user()
    status(user.post("/api/account/vacation", {"on": "true"}), 200)
    assert "on vacation" in refused(user.challenge(other, days=3))
    status(user.challenge(other), 200)


@test
def a_vacation_has_days_of_a_year(server):
    user = server.user()
    equal(user.get("/api/account/vacation").json, {"on": False, "daysLeft": 30, "daysPerYear": 30})
    started = status(user.post("/api/account/vacation", {"on": "true"}), 200).json
    has(started, "since", "until")
    equal(started["on"], True)
    refused(user.post("/api/account/vacation", {"on": "true"}))
    equal(status(user.post("/api/account/vacation", {"on": "false"}), 200).json["on"], False)
    equal(user.get("/api/account/vacation").json["daysLeft"], 29)


@test
def a_seek_with_an_invalid_rating_range_is_refused(server):
    user = server.user()
    form = {"time": 10, "increment": 0, "ratingRange": "strong"}
    assert "1500-1800" in refused(user.post("/api/board/seek", form))
