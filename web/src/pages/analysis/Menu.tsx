// SPDX-License-Identifier: MIT
/* The rest of what can be done with the moves. */
import { isMainLine, promote } from '../../chess/tree';
import { t } from '../../i18n';
import { Popover } from '../../ui/Popover';
import { deleteFromHere } from './Comments';
import { downloadPgn, startOver, type SideProps } from './Side';

const TABS = 4;

export interface MenuProps extends SideProps {
  /** Small windows have no room for the tabs. */
  onTab(tab: 'moves' | 'summary' | 'openings' | 'comments'): void;
}

export function Menu({ analysis, game, onImport, onTab }: MenuProps) {
  const { undo, redo, path, tree, change } = analysis;
  const variation = path.length > 0 && !isMainLine(tree, path);
  const entries: [string, (() => void) | null][] = [
    [t('common.moves'), () => onTab('moves')],
    [t('analysis.summary'), () => onTab('summary')],
    [t('analysis.openings'), () => onTab('openings')],
    [t('analysis.comments'), () => onTab('comments')],
    [t('analysis.undo'), undo],
    [t('analysis.redo'), redo],
    [t('analysis.promote'), variation ? () => change(current => promote(current, path)) : null],
    [t('analysis.delete'), path.length ? () => deleteFromHere(analysis) : null],
    [t('analysis.startOver'), tree.root.children.length ? () => void startOver(analysis, game) : null],
    [t('analysis.import'), onImport],
    [t('analysis.downloadPgn'), () => void downloadPgn(analysis, game?.id ?? 'analysis')],
  ];
  return (
    <Popover icon="more" label={t('common.more')}>
      {close =>
        entries.map(([text, action], i) => (
          <li key={text} class={i < TABS ? 'menu-tab' : undefined}>
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
