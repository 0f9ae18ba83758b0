// SPDX-License-Identifier: MIT
/* The panel beside the board: moves, status or result, transport, actions. In narrower windows chat and
 * details are tabs of it. */
import { useRef, useState } from 'preact/hooks';
import { Chat } from '../../app/Chat';
import { timesSpent, spentText } from '../../base/moveTimes';
import { parseTimeControl } from '../../base/timecontrol';
import { t } from '../../i18n';
import { isOver, isPlayer } from '../../state/round';
import { IconButton } from '../../ui/Button';
import { MoveList } from '../../ui/MoveList';
import { OpeningLine } from '../../ui/Opening';
import { Tabs, type Tab } from '../../ui/Tabs';
import { MoveNavigation } from '../../ui/MoveNavigation';
import { useKeepFocus } from '../../ui/useKeepFocus';
import { Actions } from './Actions';
import { Details } from './Details';
import { Menu } from './Menu';
import { ConditionalMoves } from './ConditionalMoves';
import { Result } from './Result';
import { StatusLine } from './StatusLine';
import { TypedMove } from './TypedMove';
import type { Game } from './useGame';
import { endSentence } from './texts';

type TabName = 'moves' | 'chat' | 'game';

export interface PanelProps {
  game: Game;
  unread: number;
  /** Opens the chat; null if there is none. */
  onChat: (() => void) | null;
  onFlip(): void;
}

function Moves({ game }: { game: Game }) {
  const { round, line } = game;
  const [, turn, , , , number] = round.start.split(' ');
  const times = timesSpent(round.moveClocks, parseTimeControl(round.control)).map(spentText);
  return (
    <MoveList
      sans={line.sans}
      times={times}
      ply={game.ply}
      blackFirst={turn === 'b'}
      firstNumber={Number(number) || 1}
      sending={round.pending !== null}
      onSelect={game.select}
    />
  );
}

export function Panel({ game, unread, onChat, onFlip }: PanelProps) {
  const { round } = game;
  const [tab, setTab] = useState<TabName>('moves');
  const chatLabel = (
    <>
      {t('game.tab.chat')}
      {unread > 0 && <span class="badge new">{unread}</span>}
    </>
  );
  const tabs: Tab<TabName>[] = [
    { id: 'moves', label: t('game.tab.moves') },
    ...(onChat ? [{ id: 'chat' as const, label: chatLabel }] : []),
    { id: 'game', label: t('game.tab.game') },
  ];
  const over = isOver(round);
  const panel = useRef<HTMLElement>(null);
  useKeepFocus(panel, '.result', over);
  return (
    <section class="card g-panel" ref={panel} aria-label={t('game.movesAndActions')}>
      <Tabs<TabName> class="only-narrow" name="panel" label={t('game.panel')} tabs={tabs} current={tab} onSelect={setTab} />
      {tab === 'chat' && <Chat round={round} end={endSentence(round)} id="panel-chat" />}
      {tab === 'game' && <Details round={round} id="panel-game" />}
      <div class={tab === 'moves' ? 'panel-moves' : 'panel-moves hide-narrow'} id="panel-moves">
        <OpeningLine line={game.line} />
        <Moves game={game} />
      </div>
      {over ? <Result round={round} /> : <StatusLine game={game} />}
      {game.preparing && <ConditionalMoves round={round} line={game.line} preparing={game.preparing} />}
      {!over && isPlayer(round) && <TypedMove game={game} />}
      <MoveNavigation ply={game.ply} count={game.line.moves.length} onSelect={game.select} onFlip={onFlip}>
        {onChat && <IconButton class="low-chat" icon="chat" label={t('game.chatNew', { n: unread })} count={unread} onClick={onChat} />}
        <Menu game={game} onChat={onChat} />
      </MoveNavigation>
      {!over && isPlayer(round) && <Actions game={game} />}
    </section>
  );
}
