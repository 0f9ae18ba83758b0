// SPDX-License-Identifier: MIT
/* Opening games and positions: paste anywhere, drop a file, or the dialog. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { describeFault } from '../../app/faults';
import { withoutControls } from '../../base/controls';
import { sentence } from '../../base/sentence';
import { isTextField } from '../../app/keys';
import { toast } from '../../app/toast';
import { looksLikeFen } from '../../chess/address';
import { readGame, type PgnFile } from '../../chess/pgn';
import { type Tree } from '../../chess/tree';
import { t } from '../../i18n';
import { faultText } from '../../i18n/faults';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { openText, treeOfFen } from './load';

const FILE_MAX = 32 << 20;

export interface Opener {
  /** Opens a FEN or PGN; says what is wrong with it, null if nothing is. */
  open(text: string): Promise<string | null>;
  /** The file whose games are listed. */
  file: PgnFile | null;
  choose(game: number): void;
  closeList(): void;
}

/** '12: Nf9: this is not a move': the line, the word and what is wrong with it. */
function problemText(problem: string): string {
  const [, place = '', fault = problem] = /^(\d+: (?:\S+: )?)(.*)$/s.exec(problem) ?? [];
  return place + sentence(faultText(fault));
}

/** Opens texts: a position at once, one game at once, several as a list. */
export function useOpener(variant: string, onTree: (tree: Tree) => void): Opener {
  const [file, setFile] = useState<PgnFile | null>(null);
  const choose = (opened: PgnFile, game: number) => {
    const { tree, problem } = readGame(opened, game);
    onTree(tree);
    setFile(null);
    if (problem) toast(t('analysis.problem', { text: problemText(problem) }), 'bad');
  };
  const open = async (text: string): Promise<string | null> => {
    try {
      if (looksLikeFen(text)) {
        onTree(treeOfFen(text.trim(), variant));
        return null;
      }
      const opened = await openText(text);
      if (!opened.games.length) return t('analysis.notPgn');
      if (opened.games.length === 1) choose(opened, 0);
      else setFile(opened);
      return null;
    } catch (error) {
      return describeFault(error);
    }
  };
  return { open, file, choose: game => file && choose(file, game), closeList: () => setFile(null) };
}

/** Pasting anywhere but in a field, and dropping a file or a text, opens it. */
export function usePasteAndDrop(open: (text: string) => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const inField = () => isTextField(document.activeElement) || document.querySelector('dialog[open]');
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text');
      if (text?.trim() && !inField()) latest.current(text);
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      void readDropped(event.dataTransfer).then(text => text && latest.current(text));
    };
    const onDragOver = (event: DragEvent) => event.preventDefault();
    addEventListener('paste', onPaste);
    addEventListener('drop', onDrop);
    addEventListener('dragover', onDragOver);
    return () => {
      removeEventListener('paste', onPaste);
      removeEventListener('drop', onDrop);
      removeEventListener('dragover', onDragOver);
    };
  }, []);
}

async function readDropped(data: DataTransfer | null): Promise<string> {
  const file = data?.files[0];
  if (!file) return data?.getData('text') ?? '';
  return readFile(file);
}

async function readFile(file: File): Promise<string> {
  if (file.size <= FILE_MAX) return file.text();
  toast(t('analysis.tooLarge'), 'bad');
  return '';
}

export interface ImportDialogProps {
  open(text: string): Promise<string | null>;
  onClose(): void;
}

export function ImportDialog({ open, onClose }: ImportDialogProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = async (value: string) => {
    const problem = await open(value);
    setError(problem);
    if (!problem) onClose();
  };
  const onFile = (event: Event) => {
    const file = (event.currentTarget as HTMLInputElement).files?.[0];
    if (file) void readFile(file).then(submit);
  };
  return (
    <Dialog title={t('analysis.import')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={event => {
          event.preventDefault();
          void submit(text);
        }}
      >
        <div class={error ? 'field bad' : 'field'}>
          <label for="import-text">{t('analysis.importLabel')}</label>
          <textarea
            id="import-text"
            class="input mono"
            rows={8}
            spellcheck={false}
            value={text}
            aria-describedby={error ? 'import-error' : undefined}
            onInput={event => setText(event.currentTarget.value)}
          />
          {error && (
            <p class="error" id="import-error" role="alert">
              {error}
            </p>
          )}
        </div>
        <label class="btn line small file-btn">
          {t('analysis.chooseFile')}
          <input type="file" class="sr" accept=".pgn,.txt,text/plain,application/x-chess-pgn" onChange={onFile} />
        </label>
        <Button kind="primary" type="submit" disabled={!text.trim()}>
          {t('analysis.open')}
        </Button>
      </form>
    </Dialog>
  );
}

const SHOWN_MAX = 500;

/** The games of a file, to choose one. */
export function GameList({ opener }: { opener: Opener }) {
  const [filter, setFilter] = useState('');
  const { file } = opener;
  if (!file) return null;
  const rows = file.games.map((game, i) => {
    const tag = (name: string) => withoutControls(game.tags.get(name) ?? '?');
    return { i, title: `${tag('White')} – ${tag('Black')}`, result: game.result, details: [tag('Event'), tag('Date')].filter(text => !/^\?/.test(text)).join(', ') };
  });
  const wanted = rows.filter(row => `${row.title} ${row.details}`.toLowerCase().includes(filter.toLowerCase()));
  return (
    <Dialog title={t('analysis.games', { n: rows.length })} onClose={opener.closeList}>
      <div class="field">
        <label for="game-filter">{t('analysis.filter')}</label>
        <input id="game-filter" class="input" type="search" value={filter} onInput={event => setFilter(event.currentTarget.value)} />
      </div>
      <ol class="game-list">
        {wanted.slice(0, SHOWN_MAX).map(row => (
          <li key={row.i}>
            <button type="button" onClick={() => opener.choose(row.i)}>
              <b>{row.title}</b> <span>{row.result}</span>
              <small class="muted">{row.details}</small>
            </button>
          </li>
        ))}
      </ol>
      {wanted.length > SHOWN_MAX && <p class="small muted">{t('analysis.moreGames', { n: wanted.length - SHOWN_MAX })}</p>}
    </Dialog>
  );
}
