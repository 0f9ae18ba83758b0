// SPDX-License-Identifier: MIT
/* What a position has besides its pieces: side to move, castling, en passant, pockets, checks. */
import { t } from '../../i18n';
import type { Side } from '../../base/side';
import type { Role } from '../../chess/pieces';
import { isVariant, variants } from '../../base/variants';
import { Segments, SelectField } from '../../ui/Field';
import { enPassantSquares, possibleRights, RIGHTS, setPocket, setRight, type Right, type Setup } from './setup';

interface PartProps {
  setup: Setup;
  onSetup(change: (setup: Setup) => Setup): void;
}

const rightName = (right: Right): string => t(`editor.right.${right}`);

function Castling({ setup, onSetup }: PartProps) {
  const possible = possibleRights(setup);
  return (
    <fieldset class="field rights">
      <legend>{t('editor.castling')}</legend>
      {RIGHTS.map(right => (
        <label key={right} class="checkline">
          <input
            type="checkbox"
            checked={possible.includes(right) && setup.castling.includes(right)}
            disabled={!possible.includes(right)}
            onChange={event => {
              const on = event.currentTarget.checked;
              onSetup(current => setRight(current, right, on));
            }}
          />
          <span>{rightName(right)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function EnPassant({ setup, onSetup }: PartProps) {
  const squares = enPassantSquares(setup);
  const value = setup.enPassant && squares.includes(setup.enPassant) ? setup.enPassant : '';
  return (
    <SelectField
      label={t('editor.enPassant')}
      value={value}
      options={[{ value: '', label: t('editor.none') }, ...squares.map(square => ({ value: square, label: square }))]}
      onValue={square => onSetup(current => ({ ...current, enPassant: square || null }))}
    />
  );
}

const POCKET_ROLES: readonly Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen'];
const POCKET_MAX = 16;

function PocketCounts({ setup, onSetup, color }: PartProps & { color: Side }) {
  return (
    <fieldset class="field">
      <legend>{t(`board.pocket.${color}`)}</legend>
      <div class="counts">
        {POCKET_ROLES.map(role => (
          <label key={role}>
            <span class={`pc ${color} ${role}`} aria-hidden="true" />
            <input
              class="input"
              type="number"
              min={0}
              max={POCKET_MAX}
              value={setup.pockets[color][role] ?? 0}
              aria-label={t(`piece.${role}`)}
              onInput={event => {
                const count = Math.min(POCKET_MAX, Math.max(0, Math.trunc(Number(event.currentTarget.value)) || 0));
                onSetup(current => setPocket(current, color, role, count));
              }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const CHECKS = ['1', '2', '3'] as const;

function ChecksLeft({ setup, onSetup, color }: PartProps & { color: Side }) {
  return (
    <div class="field">
      <span class="label">{t(`editor.checks.${color}`)}</span>
      <Segments
        label={t(`editor.checks.${color}`)}
        value={String(setup.checks[color]) as (typeof CHECKS)[number]}
        options={CHECKS.map(count => ({ value: count, label: count }))}
        onValue={count => onSetup(current => ({ ...current, checks: { ...current.checks, [color]: Number(count) } }))}
      />
    </div>
  );
}

export function Settings(props: PartProps & { onVariant(variant: Setup['variant']): void }) {
  const { setup, onSetup, onVariant } = props;
  const side = (mark: string, text: string) => (
    <>
      <span class={`side ${mark}`} />
      {text}
    </>
  );
  return (
    <>
      <Segments<Side>
        label={t('editor.turn')}
        value={setup.turn}
        options={[
          { value: 'white', label: side('w', t('editor.whiteToMove')) },
          { value: 'black', label: side('b', t('editor.blackToMove')) },
        ]}
        onValue={turn => onSetup(current => ({ ...current, turn }))}
      />
      <div class="two">
        <SelectField
          label={t('editor.variant')}
          value={setup.variant}
          options={variants.map(name => ({ value: name, label: t(`variant.${name}`) }))}
          onValue={name => isVariant(name) && onVariant(name)}
        />
        <EnPassant {...props} />
      </div>
      <Castling {...props} />
      {setup.variant === 'crazyhouse' && (
        <>
          <PocketCounts {...props} color="white" />
          <PocketCounts {...props} color="black" />
        </>
      )}
      {setup.variant === 'threeCheck' && (
        <div class="two">
          <ChecksLeft {...props} color="white" />
          <ChecksLeft {...props} color="black" />
        </div>
      )}
    </>
  );
}
