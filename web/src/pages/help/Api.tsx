// SPDX-License-Identifier: MIT
import { t, type Key } from '../../i18n';

/** Route, permission (a scope, or a text), what it does. docs/api.md has all of them. */
const routes: readonly [string, string, Key][] = [
  ['GET /api/server', 'help.a.everybody', 'help.a.server'],
  ['GET /api/account', 'help.a.anyToken', 'help.a.account'],
  ['GET /api/user/{name}', 'help.a.everybody', 'help.a.user'],
  ['GET /api/games/user/{name}', 'help.a.everybody', 'help.a.games'],
  ['GET /game/export/{game}', 'help.a.everybody', 'help.a.game'],
  ['POST /api/import', 'help.a.anyToken', 'help.a.import'],
  ['GET /api/tv/channels', 'help.a.everybody', 'help.a.tv'],
  ['GET /api/stream/event', 'challenge:read', 'help.a.events'],
  ['POST /api/challenge/{name}', 'challenge:write', 'help.a.challenge'],
  ['POST /api/challenge/ai', 'challenge:write', 'help.a.ai'],
  ['POST /api/board/seek', 'board:play', 'help.a.seek'],
  ['GET /api/{family}/game/stream/{game}', 'board:play, bot:play', 'help.a.stream'],
  ['POST /api/{family}/game/{game}/move/{move}', 'board:play, bot:play', 'help.a.move'],
  ['POST /api/{family}/game/{game}/{action}', 'board:play, bot:play', 'help.a.actions'],
  ['POST /api/bot/account/upgrade', 'bot:play', 'help.a.upgrade'],
];

const permission = (name: string) => (name.startsWith('help.') ? t(name as Key) : <code>{name}</code>);

function Routes() {
  return (
    <ul class="card ruled routes">
      {routes.map(([route, scope, text]) => (
        <li key={route}>
          <code>{route}</code>
          <span class="muted small">{permission(scope)}</span>
          <span>{t(text)}</span>
        </li>
      ))}
    </ul>
  );
}

export function Api() {
  const here = location.origin;
  return (
    <>
      <p>{t('help.a.intro')}</p>
      <h2>{t('help.a.token')}</h2>
      <p>{t('help.a.tokenText')}</p>
      <pre tabIndex={0}>
        <code>{`curl -H 'Authorization: Bearer rk_…' ${here}/api/account`}</code>
      </pre>
      <p>
        <a href="/account/apps">{t('help.a.tokenLink')}</a>
      </p>
      <h2>{t('help.a.bots')}</h2>
      <p>{t('help.a.botsText')}</p>
      <pre tabIndex={0}>
        <code>{`# config.yml\nurl: "${here}/"\ntoken: "rk_…"`}</code>
      </pre>
      <h2>{t('help.a.routes')}</h2>
      <Routes />
      <p class="muted small">{t('help.a.board')}</p>
      <h2>{t('help.a.limits')}</h2>
      <p>{t('help.a.limitsText')}</p>
      <p>{t('help.a.full')}</p>
    </>
  );
}
