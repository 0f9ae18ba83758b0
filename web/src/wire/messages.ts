// SPDX-License-Identifier: MIT
/* Written by `make protocol` from src/wire/messages.def: do not edit. */

/** Checks that the server responds. Answered by pong. */
export interface PingMessage {
  t: 'ping';
}

/** Subscribes to a game: sends a snapshot or, if the server knows the version `since`, the events after it; then every event. A player who watches counts as present. */
export interface WatchMessage {
  t: 'watch';
  /** the game's id */
  game: string;
  /** the last version that the client has */
  since?: number;
}

/** Ends the subscription. A player who unwatches has left the game on purpose. */
export interface UnwatchMessage {
  t: 'unwatch';
  /** the game's id */
  game: string;
}

/** Sends a command to a game. Answered by ack or refused. Sending it again with the same id gets the same answer. */
export interface ActMessage {
  t: 'act';
  /** the game's id */
  game: string;
  /** the command's id, chosen by the client, unique within the game */
  id: string;
  /** the version of the game that the command is for */
  version: number;
  /** what to do: see Commands */
  verb: string;
  /** move, claim-draw: the move in UCI notation */
  move?: string;
  /** move: also offer a draw */
  draw?: boolean;
  /** add-time: seconds to give the opponent */
  seconds?: number;
  /** chat: players or spectators */
  room?: string;
  /** chat: the text, at most 140 characters */
  text?: string;
}

/** Prepares replies in a correspondence game while it is the opponent's turn; they replace those prepared before. When the opponent plays the first move of a line, the second is played at once, and so on. Answered by ack or refused. */
export interface ConditionalMessage {
  t: 'conditional';
  /** the command's id */
  id: string;
  /** the game's id */
  game: string;
  /** at most 30 lines of at most 30 moves, separated by commas: `e7e5 g1f3 b8c6 f1b5,c7c5 g1f3`; empty to delete them */
  lines: string;
}

/** Starts or ends your vacation: the clocks of your correspondence games stand still. Answered by ack or refused. */
export interface VacationMessage {
  t: 'vacation';
  /** the command's id */
  id: string;
  /** true to start it */
  on: boolean;
}

/** Subscribes to the lobby or ends the subscription: sends all seeks and pools, then each change. */
export interface LobbyMessage {
  t: 'lobby';
  /** true to subscribe */
  on: boolean;
}

/** Subscribes to the list of people who are here, or ends the subscription: sends a person message for each, at most 500, then people-count; then the changes, once a second. */
export interface PeopleMessage {
  t: 'people';
  /** true to subscribe */
  on: boolean;
}

/** Says that you are away from the keyboard, or back. Without it, you are away after five minutes without a message other than ping. */
export interface AwayMessage {
  t: 'away';
  /** true: away */
  on: boolean;
}

/** Requests the running games: one running message for each, then running-end. */
export interface GamesMessage {
  t: 'games';
}

/** Subscribes to a channel of TV or ends the subscription: sends featured now and whenever another game is shown. Watch that game to follow it. */
export interface TvMessage {
  t: 'tv';
  /** the channel: best, a speed, a variant, bot or computer, as in the HTTP API */
  channel: string;
  /** true to subscribe */
  on: boolean;
}

/** Subscribes to a leaderboard or ends the subscription: sends its first ten places as place, then places; all of them again when something has changed. */
export interface LeaderboardMessage {
  t: 'leaderboard';
  /** the kind of rating: a speed or a variant, as in the HTTP API */
  perf: string;
  /** true to subscribe */
  on: boolean;
}

/** Subscribes to the results of public games or ends the subscription: sends the last twenty, the oldest first, then each new one as result. */
export interface ResultsMessage {
  t: 'results';
  /** true to subscribe */
  on: boolean;
}

/** Creates a seek. Answered by ack with the seek's id as `made`, or refused. */
export interface SeekMessage {
  t: 'seek';
  /** the command's id */
  id: string;
  /** the time control: `5+3`, `3 days`, or `-` for none; see rk_time_control_parse */
  clock?: string;
  /** default: standard */
  variant?: string;
  /** the starting position, if it is not the standard one */
  fen?: string;
  /** white, black or random; default: random */
  side?: string;
  /** whether the game is rated */
  rated?: boolean;
  /** a private game, which only its players can see */
  hidden?: boolean;
  /** the opponent's rating: `1500-1800`; default: any */
  rating_range?: string;
}

/** Cancels your seek. */
export interface UnseekMessage {
  t: 'unseek';
  /** the seek's id */
  seek: string;
}

/** Accepts a seek of the lobby. Answered by ack and start, or refused. */
export interface JoinMessage {
  t: 'join';
  /** the command's id */
  id: string;
  /** the seek's id */
  seek: string;
}

/** Joins a quick-pairing pool and leaves another one. Answered by ack with `made` being its name, or refused. You are paired by rating and waiting time, usually within a second or two; then unpooled and start follow. Games of accounts are rated; guests play casual games with each other. */
export interface PoolMessage {
  t: 'pool';
  /** the command's id */
  id: string;
  /** the pool's name, which is its time control: `5+3` */
  pool: string;
  /** the opponent's rating: `1500-1800`; default: any */
  rating_range?: string;
}

/** Leaves the pool. Answered by ack, or refused if you are in none. */
export interface UnpoolMessage {
  t: 'unpool';
  /** the command's id */
  id: string;
}

/** Challenges a person or, without `to`, anyone who has the link. Answered by ack with the challenge's id as `made`, or refused. */
export interface ChallengeMessage {
  t: 'challenge';
  /** the command's id */
  id: string;
  /** the person's name */
  to?: string;
  /** the time control */
  clock?: string;
  /** default: standard */
  variant?: string;
  /** the starting position, if it is not the standard one */
  fen?: string;
  /** white, black or random; default: random */
  side?: string;
  /** whether the game is rated */
  rated?: boolean;
  /** a private game */
  hidden?: boolean;
  /** a message to the opponent, sent when the game starts, at most 140 characters */
  message?: string;
}

/** Starts a game against the computer, which is never rated. Answered by ack with the game's id as `made` and by start, or refused. */
export interface ComputerMessage {
  t: 'computer';
  /** the command's id */
  id: string;
  /** the computer's level, 1 to 8 */
  level: number;
  /** the time control */
  clock?: string;
  /** default: standard */
  variant?: string;
  /** the starting position, if it is not the standard one */
  fen?: string;
  /** your side: white, black or random */
  side?: string;
  /** a private game */
  hidden?: boolean;
}

/** Accepts or declines a challenge, or cancels your own. Answered by ack or refused. */
export interface AnswerMessage {
  t: 'answer';
  /** the command's id */
  id: string;
  /** the challenge's id */
  challenge: string;
  /** true to accept; false to decline or cancel */
  accept: boolean;
  /** when declining: a reason from the API's list */
  reason?: string;
}

/** Offers, accepts or declines a rematch with sides swapped. Answered by ack or refused. */
export interface RematchMessage {
  t: 'rematch';
  /** the command's id */
  id: string;
  /** the game that is over */
  game: string;
  /** true to offer or accept; false to decline or withdraw */
  accept: boolean;
}

/** The first message of a connection. */
export interface HelloMessage {
  t: 'hello';
  /** PROTOCOL_VERSION */
  protocol: number;
  /** the server's name and version */
  server: string;
  /** your name */
  name: string;
  /** your role: guest, player, bot, moderator or admin */
  role: string;
  /** whether the account is in kid mode: you can neither write nor read chat and private messages */
  kid?: boolean;
  /** the server's time, in milliseconds since 1970 */
  now: number;
}

/** The answer to ping. */
export interface PongMessage {
  t: 'pong';
  /** the server's time */
  now: number;
}

/** A command was carried out and is on disk. */
export interface AckMessage {
  t: 'ack';
  /** the command */
  id: string;
  /** its game */
  game?: string;
  /** the version of the game after it */
  version?: number;
  /** White's clock after it, in milliseconds */
  white_ms?: number;
  /** Black's clock after it */
  black_ms?: number;
  /** the id of what was created */
  made?: string;
}

/** A command was refused; nothing has changed. If it was stale, a snapshot of the game follows. */
export interface RefusedMessage {
  t: 'refused';
  /** the command's id, if it had one */
  id?: string;
  /** its game */
  game?: string;
  /** the reason: see Refusals */
  why: string;
  /** the message for a person */
  text: string;
  /** the game's current version */
  version?: number;
  /** the limit that was exceeded */
  limit?: string;
  /** milliseconds to wait before the next try */
  wait_ms?: number;
}

/** A snapshot of a game. */
export interface GameMessage {
  t: 'game';
  /** its id */
  game: string;
  /** its version */
  version: number;
  /** white, black or spectator */
  you: string;
  /** White's name */
  white: string;
  /** Black's name */
  black: string;
  /** White's rating at the start; missing for a guest and the computer */
  white_rating?: number;
  /** the same for Black */
  black_rating?: number;
  /** whether White's rating is uncertain, shown with a question mark */
  white_provisional?: boolean;
  /** the same for Black */
  black_provisional?: boolean;
  /** when a rated game is over: the points that White won or lost */
  white_diff?: number;
  /** the same for Black */
  black_diff?: number;
  /** the computer's side, if it plays: white or black */
  computer?: string;
  /** the computer's level, 1 to 8 */
  level?: number;
  /** the variant */
  variant: string;
  /** the time control */
  clock: string;
  /** the speed: bullet, blitz, rapid... */
  speed: string;
  /** whether the game is rated */
  rated: boolean;
  /** whether it is private */
  hidden: boolean;
  /** the starting position as FEN */
  start: string;
  /** all moves in UCI notation, separated by spaces */
  moves: string;
  /** the current position as FEN */
  fen: string;
  /** the side to move */
  turn: string;
  /** White's clock in milliseconds, if there are clocks */
  white_ms?: number;
  /** Black's clock */
  black_ms?: number;
  /** whether the clock of the side to move is running */
  running: boolean;
  /** created, started, or how the game ended, as in the HTTP API */
  status: string;
  /** white or black */
  winner?: string;
  /** how the game ended, as a sentence */
  reason?: string;
  /** how the game ended, as a word: see Ends */
  end?: string;
  /** white or black: who resigned, left, ran out of time, aborted or did not move */
  end_by?: string;
  /** when the game is over: White's total lag compensation in milliseconds */
  white_lag?: number;
  /** the same for Black */
  black_lag?: number;
  /** the side that offers a draw */
  offer?: string;
  /** whether a draw can be claimed */
  claim: boolean;
  /** whether the game can be aborted */
  abort: boolean;
  /** whether White is present */
  white_here: boolean;
  /** whether Black is present */
  black_here: boolean;
  /** seconds until you can claim the game because the opponent is gone */
  claimable_in?: number;
  /** milliseconds left for the first move */
  deadline_ms?: number;
  /** number of spectators */
  watchers: number;
  /** who is on vacation in a correspondence game: white, black or both */
  vacation?: string;
  /** the replies you have prepared, as in conditional; only you see them */
  conditional?: string;
  /** the id of the next game, or the side that offers a rematch */
  rematch?: string;
}

/** One entry of a game's log. */
export interface EventMessage {
  t: 'event';
  /** the game */
  game: string;
  /** its version after the event */
  version: number;
  /** the action: move, resign, offer-draw, flag, pause... */
  what: string;
  /** white or black: the side that acted, or that the action is about */
  by: string;
  /** the move in UCI notation */
  move?: string;
  /** the move in SAN */
  san?: string;
  /** White's clock */
  white_ms?: number;
  /** Black's clock */
  black_ms?: number;
  /** whether the clock of the side to move is running */
  running: boolean;
  /** milliseconds that were not charged for this move: lag compensation and delays of the server */
  lag?: number;
  /** the side whose draw offer is open */
  offer?: string;
  /** whether a draw can be claimed */
  claim?: boolean;
  /** started, or how the game ended */
  status: string;
  /** white or black */
  winner?: string;
  /** how the game ended, as a sentence */
  reason?: string;
  /** how the game ended, as a word: see Ends */
  end?: string;
  /** white or black: who resigned, left, ran out of time, aborted or did not move */
  end_by?: string;
  /** milliseconds left for the other side's first move */
  deadline_ms?: number;
  /** when the game is over: White's total lag compensation in milliseconds */
  white_lag?: number;
  /** the same for Black */
  black_lag?: number;
  /** when a rated game is over: the rating points that White won or lost */
  white_diff?: number;
  /** the same for Black */
  black_diff?: number;
}

/** An event that you may not see; only the version changes. */
export interface SkipMessage {
  t: 'skip';
  /** the game */
  game: string;
  /** its version after the event */
  version: number;
}

/** A chat line. */
export interface ChatMessage {
  t: 'chat';
  /** the game */
  game: string;
  /** its version after the event */
  version: number;
  /** players or spectators */
  room: string;
  /** the author's name */
  name: string;
  /** the text */
  text: string;
}

/** A player arrived or left. */
export interface PresenceMessage {
  t: 'presence';
  /** the game */
  game: string;
  /** white or black */
  side: string;
  /** whether the player is present */
  here: boolean;
  /** seconds until the game can be claimed */
  claimable_in?: number;
}

/** A player of a correspondence game goes on vacation or comes back. */
export interface OnVacationMessage {
  t: 'on-vacation';
  /** the game */
  game: string;
  /** white or black */
  side: string;
  /** whether the player is on vacation */
  on: boolean;
}

/** The number of spectators has changed. */
export interface CrowdMessage {
  t: 'crowd';
  /** the game */
  game: string;
  /** spectators */
  watchers: number;
}

/** A seek of the lobby is new or has changed. */
export interface FoundMessage {
  t: 'found';
  /** its id */
  seek: string;
  /** the seeker's name */
  name: string;
  /** the time control */
  clock: string;
  /** the variant */
  variant: string;
  /** the side that the seeker wants: white, black or random */
  side: string;
  /** whether the game is rated */
  rated: boolean;
  /** the starting position, if it is not the standard one */
  fen?: string;
  /** whether it is for a private game, which only its players can see */
  hidden?: boolean;
  /** whether it is yours */
  yours?: boolean;
  /** the seeker's rating for such games; missing for a guest */
  rating?: number;
  /** the ratings that the opponent may have: `1500-1800`; missing: any */
  rating_range?: string;
  /** whether that rating is uncertain */
  provisional?: boolean;
}

/** A seek is gone. */
export interface LostMessage {
  t: 'lost';
  /** its id */
  seek: string;
}

/** How many people wait in a pool. Sent for all pools to a client that subscribes to the lobby, then for each change, at most once a second. */
export interface PoolCountMessage {
  t: 'pool-size';
  /** its name, which is its time control */
  pool: string;
  /** the number of people who wait, guests included */
  waiting: number;
}

/** You are no longer in the pool: your game has started, or the reason is given. */
export interface UnpooledMessage {
  t: 'unpooled';
  /** its name */
  pool: string;
  /** your game */
  game?: string;
  /** why you left it, if it was not for a game */
  text?: string;
}

/** A challenge to you or by you is new or has changed. */
export interface ChallengedMessage {
  t: 'challenged';
  /** its id, which is also the id of its game */
  challenge: string;
  /** created, offline, declined, canceled or accepted */
  state: string;
  /** the challenger's name */
  from?: string;
  /** the name of the challenged; missing if anyone can accept */
  to?: string;
  /** the challenger's rating for such games */
  from_rating?: number;
  /** whether that rating is uncertain */
  from_provisional?: boolean;
  /** the rating of the challenged */
  to_rating?: number;
  /** whether that rating is uncertain */
  to_provisional?: boolean;
  /** the time control */
  clock: string;
  /** the variant */
  variant: string;
  /** the side that the challenger wants */
  side: string;
  /** whether the game is rated */
  rated: boolean;
  /** whether it is for a private game, which only its players can see */
  hidden?: boolean;
  /** the starting position, if it is not the standard one */
  fen?: string;
  /** the challenger's message */
  message?: string;
  /** if declined: the reason */
  reason?: string;
  /** the previous game of a rematch */
  rematch_of?: string;
}

/** One of your games has started or is running: watch it. */
export interface StartMessage {
  t: 'start';
  /** its id */
  game: string;
  /** your side */
  side: string;
}

/** One of the running games. */
export interface RunningMessage {
  t: 'running';
  /** its id */
  game: string;
  /** White's name */
  white: string;
  /** Black's name */
  black: string;
  /** the variant */
  variant: string;
  /** the time control */
  clock: string;
  /** the position as FEN */
  fen: string;
  /** number of moves made */
  plies: number;
  /** spectators */
  watchers: number;
  /** White's rating at the start; missing for a guest and the computer */
  white_rating?: number;
  /** the same for Black */
  black_rating?: number;
  /** whether White's rating is uncertain */
  white_provisional?: boolean;
  /** the same for Black */
  black_provisional?: boolean;
}

/** The end of the list, which has at most 100 games. */
export interface RunningEndMessage {
  t: 'running-end';
  /** number of running games, including those not listed */
  count: number;
}

/** A place on a leaderboard. */
export interface PlaceMessage {
  t: 'place';
  /** the leaderboard */
  perf: string;
  /** the place, from 1 */
  place: number;
  /** the player's name */
  name: string;
  /** BOT for a bot */
  title?: string;
  /** the rating */
  rating: number;
  /** the change of the rating over the last twelve games */
  progress: number;
  /** whether the player is online */
  online?: boolean;
}

/** The end of a leaderboard: there are no places after these. */
export interface PlacesMessage {
  t: 'places';
  /** the leaderboard */
  perf: string;
  /** number of places that were sent */
  count: number;
}

/** A public game has ended. */
export interface GameResultMessage {
  t: 'result';
  /** its id */
  game: string;
  /** White's name */
  white: string;
  /** Black's name */
  black: string;
  /** White's rating at the start; missing for a guest and the computer */
  white_rating?: number;
  /** the same for Black */
  black_rating?: number;
  /** the rating points that White won or lost */
  white_diff?: number;
  /** the same for Black */
  black_diff?: number;
  /** how it ended, as in the HTTP API */
  status: string;
  /** white or black; missing after a draw */
  winner?: string;
  /** the variant */
  variant: string;
  /** the speed */
  speed: string;
  /** the time control */
  clock: string;
  /** whether it was rated */
  rated: boolean;
  /** when it ended, in milliseconds since 1970 */
  date: number;
}

/** The game that a channel of TV shows. */
export interface FeaturedMessage {
  t: 'featured';
  /** the channel */
  channel: string;
  /** the game's id; missing if there has been none */
  game?: string;
  /** white or black: the side of the better player, from which to show the board */
  orientation?: string;
}

/** A rematch was offered, withdrawn or started. */
export interface RematchedMessage {
  t: 'rematched';
  /** the game that is over */
  game: string;
  /** the side that offers it; missing if nobody does */
  by?: string;
  /** the new game */
  next?: string;
}

/** A message from the server. */
export interface NoticeMessage {
  t: 'notice';
  /** restart or kicked */
  type: string;
  /** the message for a person */
  text: string;
  /** restart: milliseconds to wait before you reconnect */
  wait_ms?: number;
}

/** Somebody with an account is here, or their state has changed. */
export interface PersonMessage {
  t: 'person';
  /** the name */
  name: string;
  /** player, bot, moderator or admin */
  role: string;
  /** free, playing or away */
  state: string;
  /** the game they play, if it is not private */
  game?: string;
  /** the blitz rating */
  rating?: number;
  /** whether the rating is provisional */
  provisional?: boolean;
}

/** Somebody is not here any more. */
export interface PersonLeftMessage {
  t: 'person-left';
  /** the name */
  name: string;
}

/** How many are here. Sent after the list, and when it changes. */
export interface PeopleCountMessage {
  t: 'people-count';
  /** people with an account, also those who are not in the list */
  people: number;
  /** guests */
  guests: number;
  /** running games that are not private */
  games: number;
}

/** One of your preferences was changed, perhaps on another connection; or kid mode, with the name `kid`. */
export interface PreferenceMessage {
  t: 'preference';
  /** its name: see /api/account/preferences */
  name: string;
  /** its value, as it was sent */
  value: string;
}

/** A new notification, which is kept until you read it: see /api/account/notifications. */
export interface NotificationMessage {
  t: 'notification';
  /** its id; newer ones have greater ids */
  id: number;
  /** challenge, game-start, game-end, alarm, message, follow, report, moderation, refund, announcement or security */
  type: string;
  /** the message for a person */
  text: string;
  /** the name of the person it is about */
  from?: string;
  /** the game or challenge it is about */
  game?: string;
  /** when it was made, in milliseconds since 1970 */
  date: number;
  /** the number of your unread notifications */
  unread: number;
}

/** A private message to you or, on another connection, by you: see /api/inbox. Not sent to connections made with a token. */
export interface PrivateMessageMessage {
  t: 'private-message';
  /** its id; newer ones have greater ids */
  id: number;
  /** the sender's name */
  from: string;
  /** the recipient's name */
  to: string;
  /** the text, or its beginning */
  text: string;
  /** whether the text is longer than that */
  cut?: boolean;
  /** when it was sent, in milliseconds since 1970 */
  date: number;
}

/** What you have not read yet. Sent after hello if there is anything, and when it changes on another connection. */
export interface UnreadMessage {
  t: 'unread';
  /** the number of unread notifications */
  notifications: number;
  /** the number of conversations with unread private messages */
  messages: number;
}

/** An announcement to everybody: sent when it is made, changed or withdrawn, and after hello while it stands. */
export interface AnnouncementMessage {
  t: 'announcement';
  /** its id */
  id: number;
  /** the message for people; missing: it was withdrawn */
  text?: string;
  /** when it was made, in milliseconds since 1970 */
  date?: number;
  /** when it ends; missing: when it is withdrawn */
  until?: number;
}

/** A restart is planned: sent when it is planned or cancelled, several times before it, and after hello. */
export interface RestartPlannedMessage {
  t: 'restart-planned';
  /** when, in milliseconds since 1970; missing: the restart was cancelled */
  at?: number;
  /** the milliseconds until then; in the last minute no new games start */
  left_ms?: number;
}

export type ClientMessage = PingMessage | WatchMessage | UnwatchMessage | ActMessage | ConditionalMessage | VacationMessage | LobbyMessage | PeopleMessage | AwayMessage | GamesMessage | TvMessage | LeaderboardMessage | ResultsMessage | SeekMessage | UnseekMessage | JoinMessage | PoolMessage | UnpoolMessage | ChallengeMessage | ComputerMessage | AnswerMessage | RematchMessage;

export type ServerMessage = HelloMessage | PongMessage | AckMessage | RefusedMessage | GameMessage | EventMessage | SkipMessage | ChatMessage | PresenceMessage | OnVacationMessage | CrowdMessage | FoundMessage | LostMessage | PoolCountMessage | UnpooledMessage | ChallengedMessage | StartMessage | RunningMessage | RunningEndMessage | PlaceMessage | PlacesMessage | GameResultMessage | FeaturedMessage | RematchedMessage | NoticeMessage | PersonMessage | PersonLeftMessage | PeopleCountMessage | PreferenceMessage | NotificationMessage | PrivateMessageMessage | UnreadMessage | AnnouncementMessage | RestartPlannedMessage;
