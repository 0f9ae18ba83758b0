// SPDX-License-Identifier: MIT
/* The rest of what can be done with the moves. */
import { isMainLine, promote } from '../../chess/tree';
import { t } from '../../i18n';
import { Popover } from '../../ui/Popover';
import { deleteFromHere } from './Comments';
import { downloadPgn, type SideProps } from './Side';

export function Menu({ analysis, game, onImport }: SideProps) {
  const { undo, redo, path, tree, change } = analysis;
  const variation = path.length > 0 && !isMainLine(tree, path);
  const entries: [string, (() => void) | null][] = [
    [t('analysis.undo'), undo],
    [t('analysis.redo'), redo],
    [t('analysis.promote'), variation ? () => change(current => promote(current, path)) : null],
    [t('analysis.delete'), path.length ? () => deleteFromHere(analysis) : null],
    [t('analysis.import'), onImport],
    [t('analysis.downloadPgn'), () => void downloadPgn(analysis, game?.id ?? 'analysis')],
  ];
  return (
    <Popover icon="more" label={t('common.more')}>
      {close =>
        entries.map(([text, action]) => (
          <li key={text}>
            <button
              type="button"
              disabled={!action}
              onClick={() => {
                close();
                action?.();
              }}
            >
              {text}
            </button>
          </li>
        ))
      }
    </Popover>
  );
}
