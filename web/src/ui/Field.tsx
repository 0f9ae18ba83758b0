// SPDX-License-Identifier: MIT
/* A labelled field. The error is below it and linked to it for screen readers. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { Icon } from './Icon';

let lastId = 0;
const useId = (): string => useRef(`field-${++lastId}`).current;

export interface FieldFrameProps {
  label: ComponentChildren;
  help?: ComponentChildren;
  error?: string | null;
  /** Gets the id for the control and the ids that describe it. */
  children(ids: { id: string; describedBy: string | undefined; invalid: boolean }): ComponentChildren;
}

export function FieldFrame({ label, help, error, children }: FieldFrameProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
  return (
    <div class={error ? 'field bad' : 'field'}>
      <label for={id}>{label}</label>
      {children({ id, describedBy, invalid: Boolean(error) })}
      {error && (
        <p class="error" id={`${id}-error`}>
          <Icon name="warn" small />
          {error}
        </p>
      )}
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

export interface TextFieldProps {
  label: ComponentChildren;
  help?: ComponentChildren;
  error?: string | null;
  value: string;
  onValue(value: string): void;
  type?: 'text' | 'password' | 'email' | 'search' | 'url' | 'number' | 'date';
  autocomplete?: string;
  inputmode?: 'text' | 'numeric' | 'email' | 'search';
  placeholder?: string;
  maxLength?: number;
  min?: number;
  max?: number;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  autofocus?: boolean;
  spellcheck?: boolean;
  name?: string;
}

export function TextField({ label, help, error, onValue, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      {({ id, describedBy, invalid }) => (
        <input
          {...(input as object)}
          id={id}
          class="input"
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          onInput={event => onValue(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

/** A new password, with a button that shows what is typed. Its name is text, so that the label of the field is that of
 * the input alone. */
export function PasswordField({ label, help, error, onValue, ...input }: Omit<TextFieldProps, 'type'>) {
  const [shown, setShown] = useState(false);
  const name = t(shown ? 'common.hidePassword' : 'common.showPassword');
  return (
    <FieldFrame label={label} help={help} error={error}>
      {({ id, describedBy, invalid }) => (
        <div class="password">
          <input
            {...({ ...input, type: shown ? 'text' : 'password' } as object)}
            id={id}
            class="input"
            autocapitalize="none"
            spellcheck={false}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            onInput={event => onValue(event.currentTarget.value)}
          />
          <button type="button" class="icon-btn" title={name} onClick={() => setShown(!shown)}>
            <Icon name={shown ? 'eyeOff' : 'eye'} />
            <span class="sr">{name}</span>
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

export interface SelectFieldProps {
  label: ComponentChildren;
  help?: ComponentChildren;
  value: string;
  options: readonly { value: string; label: string }[];
  onValue(value: string): void;
}

export function SelectField({ label, help, value, options, onValue }: SelectFieldProps) {
  return (
    <FieldFrame label={label} help={help}>
      {({ id, describedBy }) => (
        <select id={id} class="input" value={value} aria-describedby={describedBy} onChange={event => onValue(event.currentTarget.value)}>
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export interface SwitchProps {
  label: ComponentChildren;
  checked: boolean;
  disabled?: boolean;
  onValue(checked: boolean): void;
}

export function Switch({ label, checked, disabled, onValue }: SwitchProps) {
  return (
    <label class="switch">
      <input type="checkbox" role="switch" checked={checked} disabled={disabled} onChange={event => onValue(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

export interface SegmentsProps<T extends string> {
  /** For screen readers. */
  label: string;
  value: T;
  options: readonly { value: T; label: ComponentChildren; disabled?: boolean }[];
  onValue(value: T): void;
}

/** A few choices beside each other. */
export function Segments<T extends string>({ label, value, options, onValue }: SegmentsProps<T>) {
  const name = useId();
  return (
    <div class="seg" role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} disabled={option.disabled} onChange={() => onValue(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
