// SPDX-License-Identifier: MIT
/* Moves by typing: the first letter of a move opens the field. */
import { useState } from 'preact/hooks';
import { alertNow, announce } from '../../app/announce';
import { RookeryError } from '../../chess/rules';
import { t } from '../../i18n';
import type { Analysis } from './useAnalysis';

export interface TypedMoveProps {
  analysis: Analysis;
  /** The evaluation and the best line in words: the answer to `eval`. */
  evaluation: string;
}

export function TypedMove({ analysis, evaluation }: TypedMoveProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    if (text.trim() === 'eval') {
      announce(evaluation);
      setError(evaluation);
      setText('');
      return;
    }
    try {
      const { position } = analysis;
      analysis.play(position.uci(position.parseSan(text.trim())));
      setText('');
      setError(null);
    } catch (problem) {
      const reason = problem instanceof RookeryError ? problem.text : String(problem);
      setError(reason);
      alertNow(reason);
    }
  };
  return (
    <form class="typed" onSubmit={submit}>
      <label class="sr" for="typed-move">
        {t('analysis.typeMove')}
      </label>
      <input
        id="typed-move"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={t('analysis.typeHint')}
        value={text}
        aria-describedby={error ? 'typed-answer' : undefined}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {error && (
        <span id="typed-answer" class="typed-answer clip">
          {error}
        </span>
      )}
    </form>
  );
}
