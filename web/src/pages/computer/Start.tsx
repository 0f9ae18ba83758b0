// SPDX-License-Identifier: MIT
/* The terms of a new game. */
import { useState } from 'preact/hooks';
import { storedTerms, storeTerms } from '../../app/computerTerms';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { ComputerForm, type ComputerTerms } from '../../ui/ComputerForm';

export interface StartProps {
  /** The variant of a given position. */
  variant: ComputerTerms['variant'] | null;
  onStart(terms: ComputerTerms): void;
}

export function StartForm({ variant, onStart }: StartProps) {
  const [terms, setTerms] = useState<ComputerTerms>(() => (variant ? { ...storedTerms(), variant } : storedTerms()));
  const start = (event: Event) => {
    event.preventDefault();
    if (!variant) storeTerms(terms);
    onStart(terms);
  };
  return (
    <form class="stack" onSubmit={start}>
      <ComputerForm terms={terms} onTerms={setTerms} fixedVariant={variant !== null} />
      <Button kind="primary" size="big" type="submit">
        {t('computer.play')}
      </Button>
    </form>
  );
}
