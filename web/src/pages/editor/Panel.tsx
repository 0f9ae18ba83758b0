// SPDX-License-Identifier: MIT
/* Beside the board: the settings, the FEN, and what to do with the position. */
import { useState } from 'preact/hooks';
import { positionAddress } from '../../chess/address';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { SelectField, TextField } from '../../ui/Field';
import { Icon, type IconName } from '../../ui/Icon';
import { checkFen, type Checked } from './check';
import { positions } from './positions';
import { Settings } from './Settings';
import type { Setup } from './setup';

export interface PanelProps {
  setup: Setup;
  checked: Checked;
  change(change: (setup: Setup) => Setup): void;
  load(fen: string): void;
  start(): void;
  clear(): void;
  setVariant(variant: Setup['variant']): void;
  onFlip(): void;
  onShare(): void;
}

/** The FEN as a field: the text is applied as soon as it is valid. */
function FenField({ setup, checked, load }: PanelProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft === null ? null : checkFen(draft, setup.variant);
  const onValue = (text: string) => {
    const { error } = checkFen(text, setup.variant);
    setDraft(error === null ? null : text);
    if (error === null) load(text);
  };
  return (
    <div onFocusOut={() => setDraft(null)}>
      <TextField label="FEN" value={draft ?? checked.fen} error={typed?.error ?? checked.error} spellcheck={false} autocomplete="off" onValue={onValue} />
    </div>
  );
}

function Positions({ load }: PanelProps) {
  return (
    <SelectField
      label={t('editor.positions')}
      value=""
      options={[{ value: '', label: t('editor.choose') }, ...positions.map(({ name, fen }) => ({ value: fen, label: t(name) }))]}
      onValue={fen => fen && load(fen)}
    />
  );
}

/** Links that only work with a legal position. */
function Ways({ setup, checked }: PanelProps) {
  const { fen, error } = checked;
  if (error)
    return (
      <div class="ways">
        <Button kind="primary" disabled>
          {t('editor.analyse')}
        </Button>
        <Button disabled>{t('editor.playComputer')}</Button>
        <Button disabled>{t('editor.playFriend')}</Button>
      </div>
    );
  const invitation = new URLSearchParams({ invite: '', fen, variant: setup.variant });
  return (
    <div class="ways">
      <a class="btn primary" href={positionAddress('analysis', fen, setup.variant)}>
        <Icon name="graph" />
        {t('editor.analyse')}
      </a>
      <a class="btn" href={positionAddress('computer', fen, setup.variant)}>
        <Icon name="chip" />
        {t('editor.playComputer')}
      </a>
      <a class="btn" href={`/?${invitation}`}>
        <Icon name="link" />
        {t('editor.playFriend')}
      </a>
    </div>
  );
}

function Act({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) {
  return (
    <button type="button" class="icon-btn" onClick={onClick}>
      <Icon name={icon} />
      {label}
    </button>
  );
}

export function Panel(props: PanelProps) {
  return (
    <section class="card g-panel" aria-label={t('editor.settings')}>
      <div class="sheet settings">
        <Settings setup={props.setup} onSetup={props.change} onVariant={props.setVariant} />
        <FenField {...props} />
        <Positions {...props} />
        <p class="muted small keys-hint">{t('editor.keys')}</p>
      </div>
      <div class="transport labelled">
        <Act icon="board" label={t('editor.start')} onClick={props.start} />
        <Act icon="clear" label={t('editor.clear')} onClick={props.clear} />
        <Act icon="flip" label={t('editor.flip')} onClick={props.onFlip} />
        <Act icon="link" label={t('editor.share')} onClick={props.onShare} />
      </div>
      <div class="actions">
        <Ways {...props} />
      </div>
    </section>
  );
}
