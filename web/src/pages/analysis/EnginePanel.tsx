// SPDX-License-Identifier: MIT
/* The engine: switch, depth and speed, its best lines, and its settings. */
import { useState } from 'preact/hooks';
import type { Score } from '../../chess/evaluation';
import type { Outcome } from '../../chess/rules';
import type { Tree } from '../../chess/tree';
import type { EngineInfo } from '../../engine/engine';
import { t } from '../../i18n';
import { IconButton } from '../../ui/Button';
import { Segments, Switch } from '../../ui/Field';
import type { EngineSettings, EngineView } from './useEngine';
import { bigNumber, lineText, outcomeResult, outcomeText, scoreText } from './texts';

export interface EnginePanelProps {
  tree: Tree;
  path: readonly string[];
  view: EngineView;
  settings: EngineSettings;
  /** Of the shown position, also when the engine is off. */
  score: Score | null;
  /** The game is over here: there is nothing to search. */
  over: Outcome | null;
  onSettings(change: Partial<EngineSettings>): void;
  /** Plays the first moves of a line. */
  onPlay(moves: readonly string[]): void;
}

function status({ view, settings, over }: EnginePanelProps): [string, string] {
  if (view.error) return [t('analysis.engineFailed'), view.error];
  if (over) return [outcomeText(over), ''];
  if (!settings.on) return [t('analysis.engineOff'), t('analysis.engineHint')];
  const { info } = view;
  if (!info) return [t('analysis.engineStarts'), ''];
  const depth = settings.depth ? t('analysis.depthOf', { depth: info.depth, max: settings.depth }) : t('analysis.depth', { depth: info.depth });
  return [depth, t('analysis.speed', { speed: bigNumber(info.nps) })];
}

function Settings({ settings, onSettings }: Pick<EnginePanelProps, 'settings' | 'onSettings'>) {
  const numbers = ['1', '2', '3', '4', '5'].map(value => ({ value, label: value }));
  const depths = ['18', '24', '30', '0'].map(value => ({ value, label: value === '0' ? '∞' : value }));
  return (
    <div class="engine-settings">
      <div class="row">
        <span>{t('analysis.lines')}</span>
        <Segments label={t('analysis.lines')} value={String(settings.lines)} options={numbers} onValue={value => onSettings({ lines: Number(value) })} />
      </div>
      <div class="row">
        <span>{t('analysis.maxDepth')}</span>
        <Segments label={t('analysis.maxDepth')} value={String(settings.depth)} options={depths} onValue={value => onSettings({ depth: Number(value) })} />
      </div>
      <Switch label={t('analysis.arrow')} checked={settings.arrow} onValue={arrow => onSettings({ arrow })} />
    </div>
  );
}

/** A line for each that was asked for, so that nothing below moves when they arrive. */
function Lines({ tree, path, info, count, onPlay }: { tree: Tree; path: readonly string[]; info: EngineInfo | null; count: number; onPlay: EnginePanelProps['onPlay'] }) {
  return (
    <ol class="pv" aria-label={t('analysis.bestLines')}>
      {Array.from({ length: count }, (_, i) => {
        const line = info?.lines[i];
        if (!line) return <li key={i} aria-hidden="true" class="none" />;
        return (
          <li key={i}>
            <button type="button" onClick={() => onPlay(line.moves.slice(0, 1))} title={t('analysis.playLine')}>
              <b>{scoreText(line.score)}</b>
              <span class="line">{lineText(tree, path, line.moves.slice(0, 14))}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

export function EnginePanel(props: EnginePanelProps) {
  const { tree, path, view, settings, score, over, onSettings, onPlay } = props;
  const [open, setOpen] = useState(false);
  const [first, second] = status(props);
  return (
    <>
      <div class="engine">
        <span class="score">{over ? outcomeResult(over) : score ? scoreText(score) : '–'}</span>
        <p class="meta" role={view.error ? 'alert' : undefined}>
          {first}
          {second && (
            <>
              <br />
              <span class="faint">{second}</span>
            </>
          )}
        </p>
        <IconButton icon="gear" label={t('analysis.settings')} aria-expanded={open} onClick={() => setOpen(!open)} />
        <label class="switch">
          <input type="checkbox" role="switch" checked={settings.on} onChange={event => onSettings({ on: event.currentTarget.checked })} />
          <span class="sr">{t('analysis.engine')}</span>
        </label>
      </div>
      {open && <Settings settings={settings} onSettings={onSettings} />}
      {settings.on && !view.error && <Lines tree={tree} path={path} info={view.info} count={settings.lines} onPlay={onPlay} />}
    </>
  );
}
