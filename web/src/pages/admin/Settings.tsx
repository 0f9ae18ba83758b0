// SPDX-License-Identifier: MIT
/* The settings of the server that staff can change while it runs. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { useServerInfo } from '../../app/server';
import { t, tryText } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Switch, TextField } from '../../ui/Field';
import { Loading, useLoad, type Loaded } from '../../ui/Load';
import { act, getSettings, remove, type Setting } from './api';
import { Problem } from './parts';
import { useAction, type Action } from './useAction';

const labelOf = ({ name, help }: Setting): string => tryText(`admin.setting.${name}`, help);

/** The setting names what is forbidden (no-guests), the switch what is allowed. */
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
      {value !== String(setting.value) && (
        <Button kind="primary" type="submit" busy={action.busy}>
          {t('common.save')}
        </Button>
      )}
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

/** None for those who may not see them. */
export const useSettings = (allowed = true): Loaded<Setting[]> => useLoad('settings', async () => (allowed ? getSettings() : []));

/** Switches first: their rows are lower than those of fields. */
export function SettingsList({ list, onDone }: { list: Setting[]; onDone(): void }) {
  const flags = list.filter(({ type }) => type === 'flag');
  const values = list.filter(({ type }) => type !== 'flag');
  const rows = (settings: Setting[]) => settings.map(setting => <SettingRow key={setting.name} setting={setting} onDone={onDone} />);
  return (
    <div class="body stack">
      {rows(flags)}
      {values.length > 0 && <div class="settings">{rows(values)}</div>}
    </div>
  );
}

const ABOUT = ['server-name', 'motd'];
const ACCESS = ['no-guests', 'no-registration'];

/** The switches that say who may come in. */
export function AccessSettings({ list, onDone }: { list: Setting[]; onDone(): void }) {
  return <SettingsList list={list.filter(({ name }) => ACCESS.includes(name))} onDone={onDone} />;
}

/** The operator sets it, because the listener and the certificate go with it. */
function Address() {
  const info = useServerInfo();
  return (
    <div class="body">
      <TextField label={t('admin.address')} help={t('admin.addressHelp')} value={info?.url ?? ''} readOnly onValue={() => undefined} />
    </div>
  );
}

/** All cards are shown together: each is as high as its settings. */
export function Settings() {
  const settings = useSettings();
  return (
    <Loading loaded={settings} describe={errorText}>
      {list => (
        <>
          <Card class="w7" title={t('admin.settings.about')}>
            <SettingsList list={list.filter(({ name }) => ABOUT.includes(name))} onDone={settings.reload} />
            <Address />
          </Card>
          <Card class="w5" title={t('admin.whoMayCome')}>
            <AccessSettings list={list} onDone={settings.reload} />
          </Card>
          <Card title={t('admin.settings.games')}>
            <SettingsList list={list.filter(({ name }) => ![...ABOUT, ...ACCESS].includes(name))} onDone={settings.reload} />
          </Card>
        </>
      )}
    </Loading>
  );
}
