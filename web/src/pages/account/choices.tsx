// SPDX-License-Identifier: MIT
/* Rows of preferences: a switch, or a few words to choose from. A change applies at once; if the server refuses it,
 * the old value is restored and the reason is shown. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { setPreference } from '../../app/preferences';
import { toast } from '../../app/toast';
import { t, tryText, type Key } from '../../i18n';
import { preferenceWords, usePreference, type PreferenceName, type PreferenceValue } from '../../state/preferences';
import { Segments, Switch } from '../../ui/Field';

/** Changes a preference; shows a refusal. */
export function change<N extends PreferenceName>(name: N, value: PreferenceValue<N>): void {
  setPreference(name, value).catch((error: unknown) => toast(errorText(error), 'bad'));
}

/** The words that a preference can be. */
type WordName = { [N in PreferenceName]: PreferenceValue<N> extends string ? N : never }[PreferenceName];
type FlagName = { [N in PreferenceName]: PreferenceValue<N> extends boolean ? N : never }[PreferenceName];

interface RowProps {
  label: string;
  help?: string;
  children: ComponentChildren;
}

export function Row({ label, help, children }: RowProps) {
  return (
    <div class="pref">
      <div class="grow">
        <b>{label}</b>
        {help && <p class="small muted">{help}</p>}
      </div>
      {children}
    </div>
  );
}

const labelOf = (name: string): string => t(`account.pref.${name}` as Key);
const helpOf = (name: string): string | undefined => tryText(`account.help.${name}`, '') || undefined;

/** 'account.theme.slate', or a word that many preferences share: 'account.word.always'. */
const wordOf = (name: string, word: string): string => tryText(`account.${name}.${word}`, tryText(`account.word.${word}`, word));

export function Choice<N extends WordName>({ name, icons }: { name: N; icons?: (word: string) => ComponentChildren }) {
  const value = usePreference(name) as string;
  const options = preferenceWords(name).map(word => ({
    value: word,
    label: icons ? (
      <>
        {icons(word)}
        {wordOf(name, word)}
      </>
    ) : (
      wordOf(name, word)
    ),
  }));
  return (
    <Row label={labelOf(name)} help={helpOf(name)}>
      <Segments label={labelOf(name)} value={value} options={options} onValue={word => change(name, word as PreferenceValue<N>)} />
    </Row>
  );
}

export function Flag<N extends FlagName>({ name }: { name: N }) {
  const value = usePreference(name) as boolean;
  return <SwitchRow label={labelOf(name)} help={helpOf(name)} checked={value} onValue={on => change(name, on as PreferenceValue<N>)} />;
}

interface SwitchRowProps {
  label: string;
  help?: string;
  checked: boolean;
  disabled?: boolean;
  onValue(on: boolean): void;
}

let lastId = 0;

/** A switch at the end of a row; the whole label belongs to it. */
export function SwitchRow({ label, help, checked, disabled, onValue }: SwitchRowProps) {
  const id = useRef(`pref-${++lastId}`).current;
  return (
    <div class="pref flag">
      <Switch
        checked={checked}
        disabled={disabled}
        onValue={onValue}
        label={
          <>
            <b id={id}>{label}</b>
            {help && <small class="muted">{help}</small>}
          </>
        }
      />
    </div>
  );
}
