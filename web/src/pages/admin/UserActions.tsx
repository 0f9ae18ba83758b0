// SPDX-License-Identifier: MIT
/* What staff can do to an account. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { SelectField, TextField } from '../../ui/Field';
import { actOnUser } from './api';
import { useNames } from './names';
import { SecretLink } from './SecretLink';
import { Confirmed, DurationField, Problem } from './parts';
import { useAction } from './useAction';
import { describeSanction, type UserPartProps } from './User';

type Kind = 'mute' | 'ban';

function Impose({ user, kind, onDone }: UserPartProps & { kind: Kind }) {
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState(kind === 'mute' ? 15 : 0);
  const action = useAction();
  return (
    <>
      <TextField label={t('admin.why')} help={t(`admin.${kind}Help`)} value={reason} maxLength={200} required onValue={setReason} />
      <DurationField value={minutes} onValue={setMinutes} />
      <div class="wrap">
        {reason.trim() ? (
          <Confirmed size="field" danger={kind === 'ban'} label={t(`admin.${kind}`)} question={t(`admin.${kind}Question`, { name: user.name })} busy={action.busy} onYes={() => action.run(actOnUser(user.id, kind, { reason, minutes }), onDone)} />
        ) : (
          <Button kind="line" disabled>
            {t(`admin.${kind}`)}
          </Button>
        )}
      </div>
      <Problem text={action.problem} />
    </>
  );
}

function Lift({ user, kind, may, onDone }: UserPartProps & { kind: Kind }) {
  const nameOf = useNames([user[kind]!.by]);
  const action = useAction();
  return (
    <>
      <p>{describeSanction(user[kind]!, nameOf)}</p>
      <div class="wrap">
        <Button kind="line" size="small" busy={action.busy} onClick={() => action.run(actOnUser(user.id, `un${kind}`), onDone)}>
          {t(`admin.un${kind}`)}
        </Button>
        {kind === 'ban' && may('refund') && <Confirmed label={t('admin.refund')} question={t('admin.refundQuestion')} busy={action.busy} onYes={() => action.run(actOnUser(user.id, 'refund'), onDone)} />}
      </div>
      <Problem text={action.problem} />
    </>
  );
}

export function SanctionForm(props: UserPartProps & { kind: Kind }) {
  const { user, kind } = props;
  return (
    <Card class="w6" title={t(user[kind] ? `admin.is${kind === 'mute' ? 'Muted' : 'Banned'}` : `admin.${kind}`)}>
      <div class="body stack">{user[kind] ? <Lift {...props} /> : <Impose {...props} />}</div>
    </Card>
  );
}

interface AccountPartProps extends UserPartProps {
  /** The reason for the log; '' if none was given. */
  reason: string;
}

function Rename({ user, reason, onDone }: AccountPartProps) {
  const [name, setName] = useState(user.name);
  const action = useAction();
  return (
    <>
      <div class="setting-form">
        <TextField label={t('admin.newName')} value={name} spellcheck={false} maxLength={20} onValue={setName} />
        <Confirmed
          size="field"
          label={t('admin.rename')}
          question={t('admin.renameQuestion', { name })}
          busy={action.busy}
          disabled={!name.trim() || name === user.name}
          onYes={() => action.run(actOnUser(user.id, 'rename', { name, reason }), onDone)}
        />
      </div>
      <Problem text={action.problem} />
    </>
  );
}

const ROLES = ['player', 'bot', 'moderator', 'admin'] as const;

function Role({ user, reason, onDone }: AccountPartProps) {
  const [role, setRole] = useState(user.role);
  const action = useAction();
  const options = ROLES.map(value => ({ value, label: t(`admin.role.${value}`) }));
  return (
    <>
      <div class="setting-form">
        <SelectField label={t('admin.role')} value={role} options={options} onValue={setRole} />
        <Confirmed
          size="field"
          label={t('admin.setRole')}
          question={t('admin.roleQuestion', { name: user.name })}
          busy={action.busy}
          disabled={role === user.role}
          onYes={() => action.run(actOnUser(user.id, 'role', { role, reason }), onDone)}
        />
      </div>
      <Problem text={action.problem} />
    </>
  );
}

function Buttons({ user, reason, may, onDone }: AccountPartProps) {
  const [link, setLink] = useState('');
  const action = useAction();
  const act = (path: string, values = {}) => () =>
    action.run(actOnUser<{ link?: string }>(user.id, path, { reason, ...values }), answer => (answer.link ? setLink(answer.link) : onDone()));
  return (
    <>
      <div class="wrap">
        {may('kick') && <Confirmed label={t('admin.kick')} question={t('admin.kickQuestion')} busy={action.busy} onYes={act('kick', { reason: reason || t('admin.kickReason') })} />}
        {may('reset') && <Confirmed label={t('admin.resetLink')} question={t('admin.resetQuestion')} busy={action.busy} onYes={act('reset-link')} />}
        {may('reset') && user.secondFactor && <Confirmed label={t('admin.dropFactor')} question={t('admin.dropFactorQuestion')} busy={action.busy} onYes={act('drop-second-factor')} />}
        {may('kid') && (
          <Confirmed
            key={String(user.kid)}
            label={t(user.kid ? 'admin.kidOff' : 'admin.kidOn')}
            question={t(user.kid ? 'admin.kidOffQuestion' : 'admin.kidQuestion')}
            busy={action.busy}
            onYes={act('kid', { v: !user.kid })}
          />
        )}
      </div>
      {link && <SecretLink link={link} help={t('admin.linkHelp')} />}
      <Problem text={action.problem} />
    </>
  );
}

export function AccountActions(props: UserPartProps) {
  const [reason, setReason] = useState('');
  const part = { ...props, reason: reason.trim() };
  return (
    <Card title={t('admin.account')}>
      <div class="body stack">
        <div class="pairs">
          {props.may('rename') && <Rename {...part} />}
          {props.may('roles') && <Role {...part} />}
        </div>
        <TextField label={t('admin.reasonOptional')} help={t('admin.reasonHelp')} value={reason} maxLength={200} onValue={setReason} />
        <Buttons {...part} />
      </div>
    </Card>
  );
}
