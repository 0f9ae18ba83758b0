// SPDX-License-Identifier: MIT
/* Finds players by the beginning of their names. */
import './page.css';
import { useEffect, useState } from 'preact/hooks';
import type { DialogPageProps } from '../../app/Dialogs';
import { errorText } from '../../app/errors';
import { navigate } from '../../app/router';
import { t } from '../../i18n';
import { getJson } from '../../wire/http';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { Problem } from '../../ui/Problem';

const LETTERS_MIN = 3;
const TYPING_PAUSE = 200;

interface Found {
  id: string;
  name: string;
  title?: string;
  online?: boolean;
}

interface Answer {
  term: string;
  found: Found[];
  error: string;
}

/** Asks when the typing pauses; answers to what was typed before are ignored. */
function useSearch(term: string): Answer {
  const [answer, setAnswer] = useState<Answer>({ term: '', found: [], error: '' });
  useEffect(() => {
    if (term.length < LETTERS_MIN) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      getJson<{ result: Found[] }>(`/api/player/autocomplete?object=1&term=${encodeURIComponent(term)}`, { result: [{ name: 'string' }] }, stop.signal).then(
        ({ result }) => setAnswer({ term, found: result, error: '' }),
        (error: unknown) => stop.signal.aborted || setAnswer({ term, found: [], error: errorText(error) }),
      );
    }, TYPING_PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [term]);
  return term.length < LETTERS_MIN ? { term: '', found: [], error: '' } : answer;
}

function FoundRow({ player }: { player: Found }) {
  return (
    <li>
      <span class={player.online ? 'dot' : 'dot away'} aria-hidden="true" />
      <a class="p clip" href={`/@/${player.name}`}>
        {player.name}
      </a>
      {player.title && <span class="badge">{player.title}</span>}
      {player.online && <span class="do">{t('play.online')}</span>}
    </li>
  );
}

export default function SearchDialog({ onClose }: DialogPageProps) {
  const [text, setText] = useState('');
  const term = text.trim();
  const { found, error, term: answered } = useSearch(term);
  const open = (event: Event) => {
    event.preventDefault();
    if (found[0]) navigate(`/@/${found[0].name}`);
  };
  return (
    <Dialog title={t('play.search')} onClose={onClose}>
      <form class="stack" role="search" onSubmit={open}>
        <TextField label={t('play.searchName')} help={t('play.searchHelp')} type="search" value={text} autocomplete="off" spellcheck={false} autofocus onValue={setText} />
      </form>
      <Problem text={error} />
      <div class="found" aria-live="polite">
        {answered === term && term && !error && !found.length && <p class="muted">{t('play.searchNobody')}</p>}
        <ul class="people">
          {found.map(player => (
            <FoundRow key={player.id} player={player} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
