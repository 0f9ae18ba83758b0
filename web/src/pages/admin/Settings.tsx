// SPDX-License-Identifier: MIT
/* The settings of the server that staff can change while it runs. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { useServerInfo } from '../../app/server';
import { t, tryText } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Switch, TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { act, getSettings, remove, type Setting } from './api';
import { Problem } from './parts';
import { useAction, type Action } from './useAction';

const labelOf = ({ name, help }: Setting): string => tryText(`admin.setting.${name}`, help);

/** The server says what is not allowed (no-guests), the switch what is. */
const isDenial = ({ name }: Setting): boolean => name.startsWith('no-');

function Flag({ setting, action, onDone }: { setting: Setting; action: Action; onDone(): void }) {
  const change = (on: boolean) => action.run(act(`settings/${setting.name}`, { value: on !== isDenial(setting) ? 'on' : 'off' }), onDone);
  const checked = (setting.value === true) !== isDenial(setting);
  return <Switch label={<b>{labelOf(setting)}</b>} checked={checked} disabled={action.busy} onValue={change} />;
}

function Value({ setting, action, onDone }: { setting: Setting; action: Action; onDone(): void }) {
  const [value, setValue] = useState(String(setting.value));
  const isText = setting.type === 'text';
  const save = (event: Event) => {
    event.preventDefault();
    action.run(act(`settings/${setting.name}`, { value }), onDone);
  };
  return (
    <form class="setting-form" onSubmit={save}>
      <TextField
        label={labelOf(setting)}
        type={isText ? 'text' : 'number'}
        value={value}
        {...(isText ? { maxLength: setting.max } : { min: setting.min, max: setting.max })}
        onValue={setValue}
      />
      <Button kind="line" type="submit" busy={action.busy} disabled={value === String(setting.value)}>
        {t('common.save')}
      </Button>
    </form>
  );
}

function SettingRow({ setting, onDone }: { setting: Setting; onDone(): void }) {
  const action = useAction();
  const Control = setting.type === 'flag' ? Flag : Value;
  return (
    <div class="setting">
      <Control key={String(setting.value)} setting={setting} action={action} onDone={onDone} />
      {setting.overridden && (
        <Button kind="text" size="small" busy={action.busy} onClick={() => action.run(remove(`settings/${setting.name}`), onDone)}>
          {t('admin.resetSetting')}
        </Button>
      )}
      <Problem text={action.problem} />
    </div>
  );
}

/** Those with these names, or all others. */
export function SettingsList({ names, others }: { names?: string[]; others?: string[] }) {
  const settings = useLoad('settings', getSettings);
  const chosen = (list: Setting[]) => list.filter(({ name }) => (names ? names.includes(name) : !others?.includes(name)));
  return (
    <Loading loaded={settings} describe={errorText}>
      {list => (
        <div class="body stack">
          {chosen(list).map(setting => (
            <SettingRow key={setting.name} setting={setting} onDone={settings.reload} />
          ))}
        </div>
      )}
    </Loading>
  );
}

const ABOUT = ['server-name', 'motd'];
export const ACCESS = ['no-guests', 'no-registration'];

/** The operator sets it, because the listener and the certificate go with it. */
function Address() {
  const info = useServerInfo();
  return (
    <div class="body">
      <TextField label={t('admin.address')} help={t('admin.addressHelp')} value={info?.url ?? ''} readOnly onValue={() => undefined} />
    </div>
  );
}

export function Settings() {
  return (
    <>
      <Card class="w7" title={t('admin.settings.about')}>
        <SettingsList names={ABOUT} />
        <Address />
      </Card>
      <Card class="w5" title={t('admin.whoMayCome')}>
        <SettingsList names={ACCESS} />
      </Card>
      <Card class="w12" title={t('admin.settings.games')}>
        <SettingsList others={[...ABOUT, ...ACCESS]} />
      </Card>
    </>
  );
}
