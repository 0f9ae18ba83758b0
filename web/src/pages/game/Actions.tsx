// SPDX-License-Identifier: MIT
/* The last row of the panel during a game: draw, resign, abort, add time; questions in place. */
import { useState } from 'preact/hooks';
import { act, type Verb } from '../../app/client';
import { opposite } from '../../base/side';
import { t } from '../../i18n';
import { moveText } from '../../i18n/notation';
import { usePreference } from '../../state/preferences';
import { useStore } from '../../state/store';
import { Button } from '../../ui/Button';
import { Confirm } from '../../ui/Confirm';
import { OfferAnswers } from './OfferAnswers';
import type { Game } from './useGame';

type Question = 'draw' | 'resign' | 'abort' | 'claim';

const questions = {
  draw: { question: 'game.drawQuestion', yes: 'game.drawOffer', verb: 'offer-draw' },
  resign: { question: 'game.resignQuestion', yes: 'game.resign', verb: 'resign' },
  abort: { question: 'game.abortQuestion', yes: 'game.abort', verb: 'abort' },
  claim: { question: 'game.claimDrawQuestion', yes: 'game.claimDraw', verb: 'claim-draw' },
} as const;

export function Actions({ game }: { game: Game }) {
  const { round } = game;
  const [asked, setAsked] = useState<Question | null>(null);
  const confirms = usePreference('confirmResign') === 'yes';
  const resigns = useStore(state => state.unanswered.some(({ message }) => message.game === round.id && message.verb === 'resign'));
  const command = (verb: Verb, more = {}) => act(round.id, verb, more).catch(() => {});
  const ask = (question: Question) => () => (confirms ? setAsked(question) : void command(questions[question].verb));

  if (game.unsent)
    return (
      <div class="actions">
        <span class="grow confirm">
          <b>{t('game.sendQuestion', { move: moveText(game.line.sans[game.line.sans.length - 1]!) })}</b>
        </span>
        <Button kind="primary" onClick={() => game.confirmUnsent(true)}>
          {t('game.send')}
        </Button>
        <Button onClick={() => game.confirmUnsent(false)}>{t('game.takeBack')}</Button>
      </div>
    );
  if (asked) {
    const { question, yes, verb } = questions[asked];
    const close = () => setAsked(null);
    return (
      <div class="actions">
        <Confirm
          question={t(question)}
          yes={t(yes)}
          no={t(asked === 'draw' || asked === 'claim' ? 'common.cancel' : 'game.keepPlaying')}
          danger={asked === 'resign' || asked === 'abort'}
          onNo={close}
          onYes={() => {
            close();
            void command(verb);
          }}
        />
      </div>
    );
  }
  const offered = round.you !== 'spectator' && round.offer === opposite(round.you);
  return (
    <div class={offered ? 'actions offered' : 'actions'}>
      {offered && (
        <div class="confirm offer" role="group" aria-label={t('game.drawOffered')}>
          <span>{t('game.drawOffered')}</span>
          <OfferAnswers round={round} />
        </div>
      )}
      {round.canAbort ? (
        <Button kind="quiet" class="as-two" icon="close" onClick={ask('abort')}>
          {t('game.abort')}
        </Button>
      ) : (
        <>
          <DrawButton game={game} onOffer={ask('draw')} onClaim={ask('claim')} />
          <Button kind="quiet" icon="flag" disabled={resigns} onClick={ask('resign')}>
            {t('game.resign')}
          </Button>
        </>
      )}
      {round.clocks && !round.computer && round.speed !== 'correspondence' && (
        <Button kind="quiet" icon="plus" title={t('game.addTimeLabel')} onClick={() => command('add-time', { seconds: 15 })}>
          {t('game.addTime')}
          <span class="sr">, {t('game.addTimeLabel')}</span>
        </Button>
      )}
    </div>
  );
}

function DrawButton({ game: { round }, onOffer, onClaim }: { game: Game; onOffer(): void; onClaim(): void }) {
  if (round.canClaim && round.turn === round.you)
    return (
      <Button kind="quiet" onClick={onClaim}>
        {t('game.claimDraw')}
      </Button>
    );
  if (round.offer === round.you)
    return (
      <Button kind="quiet" onClick={() => act(round.id, 'withdraw-draw').catch(() => {})}>
        {t('game.withdraw')}
      </Button>
    );
  if (round.computer) return null; // it never agrees
  return (
    <Button kind="quiet" onClick={onOffer}>
      {t('game.draw')}
    </Button>
  );
}
