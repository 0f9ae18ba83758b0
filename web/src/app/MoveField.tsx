// SPDX-License-Identifier: MIT
/* The field in which a move is typed, on every page with a board. What is wrong with it, or the answer to a
 * question, is shown above the field and announced. */
import { useState } from 'preact/hooks';
import { sentence } from '../base/sentence';
import { RookeryError, type Position } from '../chess/rules';
import { loadTexts, t } from '../i18n';
import { moveText, sanReadings } from '../i18n/notation';
import { alertNow, announce } from './announce';

export interface MoveFieldProps {
  position: Position;
  /** Whether pieces can be dropped, as in crazyhouse. */
  drops?: boolean;
  onMove(uci: string): void;
  /** Answers a question such as 'clock'; null if the text is not a question. */
  answer?(text: string): string | null;
}

type Read = { uci: string } | { fault: RookeryError };

function readSan(position: Position, san: string): Read {
  try {
    return { uci: position.uci(position.parseSan(san)) };
  } catch (error) {
    if (!(error instanceof RookeryError)) throw error;
    return { fault: error };
  }
}

/** The move that a text means in UCI notation, or what is wrong with its first reading. */
export function readMove(position: Position, text: string): Read {
  const reads = sanReadings(text).map(san => readSan(position, san));
  return reads.find(read => 'uci' in read) ?? reads[0]!;
}

/** Loads the catalogue of error messages, which few games need. */
const loadFaults = () => Promise.all([import('./faults'), loadTexts('faults')]);

/** What is wrong with a move as a sentence; in English if the words cannot be loaded. */
const describe = (fault: RookeryError): Promise<string> =>
  loadFaults().then(
    ([{ describeFault }]) => describeFault(fault),
    () => sentence(fault.text),
  );

/** What can be typed, for an empty field. */
const hintOf = (drops: boolean): string => t('common.typeMoveHint', { moves: (drops ? ['Nf3', 'B@e6'] : ['Nf3', 'O-O', 'e8=Q']).map(san => moveText(san)).join(', ') });

export function MoveField({ position, drops = false, onMove, answer }: MoveFieldProps) {
  const [text, setText] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const clear = (said: string | null) => {
    setText('');
    setShown(said);
  };
  const refuse = (why: string) => {
    alertNow(why);
    setShown(why);
  };
  const enter = (typed: string) => {
    const said = answer?.(typed) ?? null;
    if (said !== null) {
      announce(said);
      return clear(said);
    }
    const read = readMove(position, typed);
    if ('fault' in read) return void describe(read.fault).then(refuse);
    clear(null);
    onMove(read.uci);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim()) enter(text.trim());
  };
  return (
    <form class="typed" onSubmit={submit}>
      <label class="sr" for="typed-move">
        {t('common.typeMove')}
      </label>
      <input
        id="typed-move"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={hintOf(drops)}
        value={text}
        aria-describedby={shown ? 'typed-answer' : undefined}
        onFocus={() => void loadFaults().catch(() => undefined)}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {shown && (
        <span id="typed-answer" class="typed-answer clip">
          {shown}
        </span>
      )}
    </form>
  );
}
