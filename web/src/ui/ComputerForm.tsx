// SPDX-License-Identifier: MIT
/* The terms of a game against the computer, in the dialog of the home page and on the page of the game. The
 * texts are in the catalogue 'computer'. */
import type { Side } from '../base/side';
import { withFraction } from '../base/timecontrol';
import { variants, type Variant } from '../base/variants';
import { t } from '../i18n';
import { Segments, SelectField } from './Field';

export interface ComputerTerms {
  /** 1 to 8. */
  level: number;
  variant: Variant;
  color: Side | 'random';
  /** '5+3', or '-' without a clock. */
  clock: string;
}

export const defaultTerms: ComputerTerms = { level: 3, variant: 'standard', color: 'random', clock: '-' };

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export const CLOCKS = ['-', '1+0', '3+2', '5+3', '10+5', '15+10', '30+20'] as const;

/** The strength of a level, as the engine is tuned. */
export const levelElo = (level: number): number => 600 + 200 * level;

function LevelField({ level, onLevel }: { level: number; onLevel(level: number): void }) {
  return (
    <fieldset class="field">
      <legend>{t('computer.level')}</legend>
      <div class="levels">
        {LEVELS.map(number => (
          <label key={number}>
            <input type="radio" name="level" value={number} checked={number === level} onChange={() => onLevel(number)} />
            <span>{number}</span>
          </label>
        ))}
      </div>
      <p class="help">{t(`computer.level${level as (typeof LEVELS)[number]}`, { elo: levelElo(level) })}</p>
    </fieldset>
  );
}

export function ColorField({ color, onColor }: { color: ComputerTerms['color']; onColor(color: ComputerTerms['color']): void }) {
  const label = (mark: string, text: string) => (
    <>
      <span class={`side ${mark}`} />
      {text}
    </>
  );
  return (
    <div class="field">
      <span class="label">{t('computer.color')}</span>
      <Segments
        label={t('computer.color')}
        value={color}
        options={[
          { value: 'white', label: label('w', t('common.white')) },
          { value: 'random', label: label('r', t('common.random')) },
          { value: 'black', label: label('b', t('common.black')) },
        ]}
        onValue={onColor}
      />
    </div>
  );
}

export interface ComputerFormProps {
  terms: ComputerTerms;
  onTerms(terms: ComputerTerms): void;
  /** The variant is given, such as with a position. */
  fixedVariant?: boolean;
}

export function ComputerForm({ terms, onTerms, fixedVariant = false }: ComputerFormProps) {
  const change = (part: Partial<ComputerTerms>) => onTerms({ ...terms, ...part });
  return (
    <>
      <LevelField level={terms.level} onLevel={level => change({ level })} />
      <ColorField color={terms.color} onColor={color => change({ color })} />
      <div class="two">
        {!fixedVariant && (
          <SelectField
            label={t('computer.variant')}
            value={terms.variant}
            options={variants.map(name => ({ value: name, label: t(`variant.${name}`) }))}
            onValue={name => change({ variant: name as Variant })}
          />
        )}
        <SelectField
          label={t('computer.clock')}
          value={terms.clock}
          options={CLOCKS.map(clock => ({ value: clock, label: clock === '-' ? t('common.noClock') : withFraction(clock) }))}
          onValue={clock => change({ clock })}
        />
      </div>
    </>
  );
}
