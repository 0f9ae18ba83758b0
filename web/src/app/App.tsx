// SPDX-License-Identifier: MIT
/* Shows the page of the current address. The code and texts of a page load when it is opened; until then, the
 * previous page stays. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadTexts, t } from '../i18n';
import { Dialogs, type DialogTable } from './Dialogs';
import { ErrorPage } from './ErrorPage';
import { NotLoaded } from './NotLoaded';
import { ErrorBoundary } from './ErrorBoundary';
import { matchPage, type Page, type PageProps } from './page';
import { useLocation } from './router';
import { Shell } from './Shell';
import { Toasts } from './Toasts';

interface Shown {
  page: Page | null;
  Component: ComponentType<PageProps>;
  props: PageProps;
}

export function NotFound() {
  return (
    <ErrorPage title={t('common.notFound')} text={t('common.notFoundText')}>
      <a class="btn primary" href="/">
        {t('common.home')}
      </a>
    </ErrorPage>
  );
}

async function loadPage(pages: readonly Page[], url: URL): Promise<Shown> {
  const match = matchPage(pages, url.pathname);
  if (!match) return { page: null, Component: NotFound, props: { params: {}, url } };
  const props = { params: match.params, url };
  try {
    const [module] = await Promise.all([match.page.load(), loadTexts(...match.page.texts)]);
    return { page: match.page, Component: module.default, props };
  } catch {
    return { page: null, Component: NotLoaded, props };
  }
}

/** The new page is read from its top, and screen readers begin there. */
function startAtTop(before: Shown | null, shown: Shown): void {
  if (!before || before.props.url.pathname === shown.props.url.pathname) return;
  scrollTo(0, 0);
  document.getElementById('main')?.focus({ preventScroll: true });
}

export interface AppProps {
  pages: readonly Page[];
  dialogs: DialogTable;
}

export function App({ pages, dialogs }: AppProps) {
  const url = useLocation();
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let outdated = false;
    loadPage(pages, url).then(next => {
      if (outdated) return;
      setShown(next);
      startAtTop(shown, next);
    });
    return () => {
      outdated = true;
    };
  }, [url.href]);
  if (!shown) return null;
  const { Component, page, props } = shown;
  return (
    <>
      <Shell page={page}>
        <ErrorBoundary address={url.href}>
          <Component key={page?.path} {...props} />
        </ErrorBoundary>
      </Shell>
      <Dialogs url={url} dialogs={dialogs} />
      <Toasts />
    </>
  );
}
