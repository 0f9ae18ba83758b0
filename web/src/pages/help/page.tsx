// SPDX-License-Identifier: MIT
/* Help: an overview, the rules of play, keys, the API and the sources. */
import './page.css';
import type { ComponentType } from 'preact';
import { NotFound } from '../../app/App';
import type { PageProps } from '../../app/page';
import { questionWords } from '../../app/questions';
import { useTitle } from '../../app/title';
import { t, type Key } from '../../i18n';
import { KeyTable } from '../../ui/Keys';
import { useScrollToCurrent } from '../../ui/useScrollToCurrent';
import { Api } from './Api';
import { Overview } from './Overview';
import { Rules } from './Rules';
import { Sources } from './Sources';

interface HelpPart {
  name: string;
  title: Key;
  Part: ComponentType;
}

const parts: readonly HelpPart[] = [
  { name: '', title: 'help.overview', Part: Overview },
  { name: 'rules', title: 'help.rules', Part: Rules },
  { name: 'keys', title: 'help.keys', Part: Keys },
  { name: 'api', title: 'help.api', Part: Api },
  { name: 'sources', title: 'help.sources', Part: Sources },
];

function Keys() {
  return (
    <>
      <p>{t('keys.intro')}</p>
      <KeyTable />
      <h2>{t('keys.questions')}</h2>
      <p>{t('keys.questionsText', { words: questionWords(), eval: t('question.eval') })}</p>
    </>
  );
}

function Navigation({ current }: { current: HelpPart }) {
  const strip = useScrollToCurrent(current.name);
  return (
    <nav class="a-nav" aria-label={t('help.nav')} ref={strip}>
      {parts.map(part => (
        <a key={part.name} href={part.name ? `/help/${part.name}` : '/help'} aria-current={part === current ? 'page' : undefined}>
          {t(part.title)}
        </a>
      ))}
    </nav>
  );
}

export default function HelpPage({ params }: PageProps) {
  const current = parts.find(part => part.name === (params['part'] ?? ''));
  const title = current && current.name ? t(current.title) : t('help.title');
  useTitle(title);
  if (!current) return <NotFound />;
  return (
    <div class="page help">
      <Navigation current={current} />
      <article class="prose">
        <h1>{title}</h1>
        <current.Part />
      </article>
    </div>
  );
}
