// SPDX-License-Identifier: MIT
/* Shows an error in place of a page that fails; the header and the navigation keep working. */
import { Component, type ComponentChildren } from 'preact';
import { t } from '../i18n';
import { Button } from '../ui/Button';

interface Props {
  /** Tries again when the address changes. */
  address: string;
  children: ComponentChildren;
}

interface State {
  error: unknown;
  address: string;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, address: this.props.address };

  static override getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static override getDerivedStateFromProps({ address }: Props, state: State): Partial<State> | null {
    return address === state.address ? null : { error: null, address };
  }

  override componentDidCatch(error: unknown): void {
    console.warn('the page failed:', error);
  }

  override render({ children }: Props, { error }: State) {
    if (error === null) return children;
    return (
      <div class="page lost" role="alert">
        <h1>{t('common.error')}</h1>
        <Button kind="primary" onClick={() => location.reload()}>
          {t('common.reload')}
        </Button>
      </div>
    );
  }
}
