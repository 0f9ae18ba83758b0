// SPDX-License-Identifier: MIT
/* A field that finds a player by name. Arrow keys choose from the list, Enter opens the page. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { navigate } from '../../app/router';
import { t } from '../../i18n';
import { useStore } from '../../state/store';
import { Icon } from '../../ui/Icon';
import { findPlayers } from '../../wire/users';
import { rankNames } from './search';

/** The server finds names from three letters on. */
const MIN_LETTERS = 3;

function useFoundNames(text: string): string[] {
  const [found, setFound] = useState<string[]>([]);
  useEffect(() => {
    if (text.length < MIN_LETTERS) return;
    const timer = setTimeout(() => {
      findPlayers(text).then(setFound, () => undefined);
    }, 150);
    return () => clearTimeout(timer);
  }, [text]);
  return found;
}

const openPlayer = (name: string) => navigate(`/@/${encodeURIComponent(name)}`);

export function PlayerSearch() {
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  // Enter may follow an arrow key before the page is drawn again.
  const marked = useRef(-1);
  const [open, setOpen] = useState(false);
  const people = useStore(state => state.people);
  const found = useFoundNames(text.trim());
  const names = open ? rankNames(text.trim(), [...Object.keys(people), ...found]) : [];
  const mark = (index: number) => {
    marked.current = index;
    setAt(index);
  };
  const choose = (name: string) => {
    setOpen(false);
    openPlayer(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') setOpen(false);
    if (!step || !names.length) return;
    mark((Math.max(marked.current, step < 0 ? 0 : -1) + step + names.length) % names.length);
    event.preventDefault();
  };
  return (
    <form
      class="find"
      role="search"
      onSubmit={event => {
        event.preventDefault();
        const name = names[marked.current] ?? text.trim();
        if (name) choose(name);
      }}
    >
      <Icon name="search" />
      <input
        class="input"
        type="search"
        role="combobox"
        list={undefined}
        aria-label={t('players.search')}
        aria-expanded={names.length > 0}
        aria-controls="found-players"
        aria-autocomplete="list"
        aria-activedescendant={names[at] ? `found-${at}` : undefined}
        placeholder={t('players.search')}
        autocomplete="off"
        spellcheck={false}
        maxLength={20}
        value={text}
        onInput={event => {
          setText(event.currentTarget.value);
          mark(-1);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(() => setOpen(false), 150)}
      />
      <div class="menu" id="found-players" role="listbox" aria-label={t('players.found')} hidden={!names.length}>
        {names.map((name, i) => (
          <a key={name} id={`found-${i}`} role="option" tabIndex={-1} aria-selected={i === at} href={`/@/${name}`} onClick={() => setOpen(false)}>
            <span class={people[name] ? 'dot' : 'dot away'} />
            {name}
          </a>
        ))}
      </div>
    </form>
  );
}
