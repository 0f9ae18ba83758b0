// SPDX-License-Identifier: MIT
/* What can be written about a move: a comment, marks; and what can be done with its variation. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isMainLine, moveNags, parentOf, promote, promoteToMain, removeNode, toggleNag, updateNode, changeNode } from '../../chess/tree';
import { t } from '../../i18n';
import { moveText } from '../../i18n/notation';
import { Button } from '../../ui/Button';
import type { Analysis } from './useAnalysis';
import { moveNumber } from './texts';

/** The marks in the order in which people know them. */
const QUALITIES = [3, 1, 5, 6, 2, 4];
const names: Record<number, 'brilliant' | 'good' | 'interesting' | 'inaccuracy' | 'mistake' | 'blunder'> = {
  1: 'good', 2: 'mistake', 3: 'brilliant', 4: 'blunder', 5: 'interesting', 6: 'inaccuracy',
};

export function deleteFromHere({ path, change, select }: Analysis): void {
  if (!path.length) return;
  change(tree => removeNode(tree, path));
  select(parentOf(path));
}

interface CommentFieldProps {
  label: string;
  comment: string;
  onComment(comment: string): void;
}

/** The comment changes when its field is left, so that undo takes all of it back. */
function CommentField({ label, comment, onComment }: CommentFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const save = useRef(() => {});
  save.current = () => {
    setDraft(null);
    if (draft !== null && draft.trim() !== comment) onComment(draft.trim());
  };
  useEffect(() => () => save.current(), []); // another move is shown
  return (
    <div class="field">
      <label for="comment">{label}</label>
      <textarea id="comment" class="input" rows={3} value={draft ?? comment} onInput={event => setDraft(event.currentTarget.value)} onBlur={() => save.current()} />
    </div>
  );
}

export function Comments({ analysis }: { analysis: Analysis }) {
  const { tree, path, node, change } = analysis;
  const title = path.length ? `${moveNumber(tree, path.length - 1)} ${moveText(node.san)}` : t('analysis.start');
  const variation = !isMainLine(tree, path);
  return (
    <div class="sheet comments" role="tabpanel" id="panel-comments" aria-labelledby="panel-comments-tab">
      <CommentField
        key={path.join(' ')}
        label={t('analysis.commentOn', { move: title })}
        comment={node.comment}
        onComment={comment => change(current => updateNode(current, path, { comment }))}
      />
      {path.length > 0 && (
        <>
          <div class="nags" role="group" aria-label={t('analysis.marks')}>
            {QUALITIES.map(nag => (
              <button
                key={nag}
                type="button"
                class="btn line small"
                aria-pressed={node.nags.includes(nag)}
                aria-label={t(`mark.${names[nag]!}`)}
                title={t(`mark.${names[nag]!}`)}
                onClick={() => change(current => changeNode(current, path, moved => toggleNag(moved, nag)))}
              >
                {moveNags[nag]}
              </button>
            ))}
          </div>
          <div class="wrap">
            {variation && (
              <>
                <Button kind="line" size="small" onClick={() => change(current => promote(current, path))}>
                  {t('analysis.promote')}
                </Button>
                <Button kind="line" size="small" onClick={() => change(current => promoteToMain(current, path))}>
                  {t('analysis.makeMain')}
                </Button>
              </>
            )}
            <Button kind="danger-line" size="small" icon="trash" onClick={() => deleteFromHere(analysis)}>
              {t('analysis.delete')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
