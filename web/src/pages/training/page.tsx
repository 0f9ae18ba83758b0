// SPDX-License-Identifier: MIT
/* Puzzles: the next one for you, that of the day, or the one of the address. */
import './page.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { useKeys } from '../../app/keys';
import type { PageProps } from '../../app/page';
import { navigate } from '../../app/router';
import { useTitle } from '../../app/title';
import { keep, recall } from '../../base/storage';
import { MoveBoard } from '../../board/MoveBoard';
import { t } from '../../i18n';
import { useBoardPreferences } from '../../state/preferences';
import { useStore } from '../../state/store';
import { useLoad, Loading, type Loaded } from '../../ui/Load';
import { HttpError } from '../../wire/http';
import { difficulties, namedPuzzle, nextPuzzle, themeCounts, type Choice, type PuzzleAnswer, type ThemeCount } from './api';
import { Choices } from './Choices';
import { Panel } from './Panel';
import { hintedSquare, isOver, shownPly } from './solving';
import { usePuzzling, type Puzzling } from './useSolving';

const STORED = 'training';
const SEEN_MAX = 50;

/** The choice is kept in the browser. */
function storedChoice(): Choice {
  const stored = recall<Partial<Choice>>(STORED);
  const difficulty = difficulties.find(name => name === stored?.difficulty) ?? 'normal';
  return { theme: typeof stored?.theme === 'string' && /^\w{1,31}$/.test(stored.theme) ? stored.theme : 'mix', difficulty };
}

function PuzzleBoard({ puzzling }: { puzzling: Puzzling }) {
  const { state, line, side, position, lastMove } = puzzling;
  const hinted = state.hint ? hintedSquare(state, line) : null;
  return (
    <MoveBoard
      {...useBoardPreferences()}
      position={position}
      orientation={side}
      lastMove={lastMove}
      mover={side}
      canMove={puzzling.canMove}
      choice={puzzling.choice}
      onChoose={puzzling.choose}
      onMove={puzzling.move}
      onDrop={puzzling.playUci}
      autoShapes={hinted ? [{ orig: hinted, brush: 'green' } as never] : []}
      revision={puzzling.revision}
    />
  );
}

interface PuzzleProps {
  given: PuzzleAnswer;
  title: string;
  choice: Choice;
  themes: readonly ThemeCount[];
  onChoice(choice: Choice): void;
  onNext(): void;
}

function Puzzle({ given, title, choice, themes, onChoice, onNext }: PuzzleProps) {
  const puzzling = usePuzzling(given);
  const { state, line, look } = puzzling;
  const ply = shownPly(state);
  useKeys(isOver(state) ? { ArrowLeft: () => look(ply - 1), ArrowRight: () => look(ply + 1), Home: () => look(0), End: () => look(line.moves.length) } : {});
  return (
    <div class="page training" data-phase={state.phase}>
      <div class="t-board">
        <PuzzleBoard puzzling={puzzling} />
      </div>
      <Panel puzzling={puzzling} given={given} title={title} onNext={onNext}>
        <Choices choice={choice} themes={themes} onChange={onChoice} />
      </Panel>
    </div>
  );
}

/** A server without puzzles. Only an admin can do something about it. */
function NoPuzzles() {
  const admin = useStore(state => state.session.role === 'admin');
  return (
    <div class="page training-empty">
      <section class="card pad stack">
        <h1>{t('training.none')}</h1>
        <p>{t('training.noneText')}</p>
        {admin && (
          <>
            <p class="muted">{t('training.noneAdmin')}</p>
            <pre>
              <code>rookery admin --data DIR import-puzzles FILE</code>
            </pre>
          </>
        )}
        <p>
          <a class="btn" href="/">
            {t('common.play')}
          </a>
        </p>
      </section>
    </div>
  );
}

/** Waits for the themes: a server without puzzles is not asked for one. */
const loadPuzzle = (themes: readonly ThemeCount[] | null, load: () => Promise<PuzzleAnswer>): Promise<PuzzleAnswer | null> =>
  themes?.length ? load() : Promise.resolve(null);

const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404;

/** Without a name the next puzzle, and another one after each. */
export default function TrainingPage({ params }: PageProps) {
  const name = params['id'] ?? '';
  const [choice, setChoice] = useState(storedChoice);
  const [turn, setTurn] = useState(0);
  const seen = useRef<string[]>([]);
  const title = t(name === 'daily' ? 'training.dailyTitle' : 'training.title');
  useTitle(title);
  const themes = useLoad('themes', themeCounts);
  const key = name || `${choice.theme} ${choice.difficulty} ${turn}`;
  const loaded = useLoad(`${themes.data !== null} ${key}`, () => loadPuzzle(themes.data, () => (name ? namedPuzzle(name) : nextPuzzle(choice, seen.current))));
  const awaited: Loaded<unknown> = themes.error ? themes : loaded;
  const id = loaded.data?.puzzle.id;
  useEffect(() => {
    if (id) seen.current = [...seen.current.filter(other => other !== id), id].slice(-SEEN_MAX);
  }, [id]);
  const choose = (next: Choice) => {
    keep(STORED, next);
    setChoice(next);
    if (name) navigate('/training');
  };
  const goOn = () => (name ? navigate('/training') : setTurn(turn + 1));
  if (themes.data?.length === 0) return <NoPuzzles />;
  if (isMissing(loaded.error))
    return (
      <div class="page training-empty">
        <section class="card pad stack">
          <h1>{title}</h1>
          <p>{errorText(loaded.error)}</p>
        </section>
        <Choices choice={choice} themes={themes.data ?? []} onChange={choose} />
      </div>
    );
  if (!loaded.data)
    return (
      <div class="page training-empty">
        <Loading loaded={awaited} describe={errorText}>
          {() => null}
        </Loading>
      </div>
    );
  return <Puzzle key={`${key} ${id}`} given={loaded.data} title={title} choice={choice} themes={themes.data ?? []} onChoice={choose} onNext={goOn} />;
}
