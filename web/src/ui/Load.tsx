// SPDX-License-Identifier: MIT
/* Something that has to be fetched: loading, failed with "Try again", or there. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from './Button';

export interface Loaded<T> {
  data: T | null;
  error: unknown;
  /** Fetches again. */
  reload(): void;
  /** Replaces the data, after a change that the server has accepted; nothing if other data was fetched since. */
  setData(data: T): void;
}

/** Fetches when `key` changes. The answer of an older key is ignored. */
export function useLoad<T>(key: string, fetchData: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | null; error: unknown }>({ key, data: null, error: null });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let outdated = false;
    fetchData().then(
      data => outdated || setState({ key, data, error: null }),
      (error: unknown) => outdated || setState({ key, data: null, error }),
    );
    return () => {
      outdated = true;
    };
  }, [key, turn]);
  const current = state.key === key ? state : { data: null, error: null };
  const setData = (data: T) => setState(before => (before.key === key ? { key, data, error: null } : before));
  return { data: current.data, error: current.error, reload: () => setTurn(turn + 1), setData };
}

export interface LoadingProps<T> {
  loaded: Loaded<T>;
  /** The error in words. */
  describe(error: unknown): string;
  children(data: T): ComponentChildren;
}

/** Shows the data, or what is in its place. */
export function Loading<T>({ loaded, describe, children }: LoadingProps<T>) {
  if (loaded.data !== null) return <>{children(loaded.data)}</>;
  if (!loaded.error) return <p class="empty muted loading">{t('common.loading')}</p>;
  return (
    <div class="failed" role="alert">
      <p>{describe(loaded.error)}</p>
      <Button kind="line" size="small" onClick={loaded.reload}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
