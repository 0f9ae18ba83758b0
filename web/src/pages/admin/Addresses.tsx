// SPDX-License-Identifier: MIT
/* Blocked addresses and networks. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { formatDate, t } from '../../i18n';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { act, getBlocks, remove, type Block } from './api';
import { useNames } from './names';
import { Confirmed, DurationField, Problem, Table } from './parts';
import { useAction } from './useAction';

function BlockForm({ onDone }: { onDone(): void }) {
  const [network, setNetwork] = useState('');
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState(1440);
  const action = useAction();
  const block = (event: Event) => {
    event.preventDefault();
    action.run(act('blocks', { network: network.trim(), reason, minutes }), () => {
      setNetwork('');
      onDone();
    });
  };
  return (
    <form class="body stack" onSubmit={block}>
      <div class="filters">
        <TextField label={t('admin.network')} help={t('admin.networkHelp')} value={network} spellcheck={false} required onValue={setNetwork} />
        <TextField label={t('admin.why')} help={t('admin.whyHelp')} value={reason} required onValue={setReason} />
        <DurationField value={minutes} onValue={setMinutes} />
      </div>
      <div class="wrap">
        <Button kind="primary" type="submit" busy={action.busy} disabled={!network.trim() || !reason.trim()}>
          {t('admin.block')}
        </Button>
      </div>
      <Problem text={action.problem} />
    </form>
  );
}

function BlockTable({ list, onDone }: { list: Block[]; onDone(): void }) {
  const nameOf = useNames(list.map(({ by }) => by));
  const action = useAction();
  if (!list.length) return <p class="empty muted">{t('admin.noBlocks')}</p>;
  const head = (
    <>
      <th scope="col">{t('admin.network')}</th>
      <th scope="col">{t('admin.why')}</th>
      <th scope="col" class="hide-phone">
        {t('admin.ends')}
      </th>
      <th scope="col">
        <span class="sr">{t('admin.action')}</span>
      </th>
    </>
  );
  return (
    <>
      <Table label={t('admin.blocks')} head={head}>
        {list.map(({ id, network, reason, by, until }) => (
          <tr key={id}>
            <td>
              <span class="nowrap">{network}</span>
              <small class="phone">{until ? t('admin.until', { date: formatDate(until) }) : t('admin.minutes.0')}</small>
            </td>
            <td class="wide">
              {reason} <span class="muted">({nameOf(by)})</span>
            </td>
            <td class="nowrap muted hide-phone">{until ? formatDate(until) : t('admin.never')}</td>
            <td class="num">
              <Confirmed label={t('admin.unblock')} question={t('admin.unblockQuestion', { network })} busy={action.busy} onYes={() => action.run(remove(`blocks?network=${encodeURIComponent(network)}`), onDone)} />
            </td>
          </tr>
        ))}
      </Table>
      <Problem text={action.problem} />
    </>
  );
}

export function Addresses() {
  const blocks = useLoad('blocks', getBlocks);
  return (
    <>
      <Card title={t('admin.blockAddress')}>
        <BlockForm onDone={blocks.reload} />
      </Card>
      <Card title={t('admin.blocks')}>
        <Loading loaded={blocks} describe={errorText}>
          {list => <BlockTable list={list} onDone={blocks.reload} />}
        </Loading>
      </Card>
    </>
  );
}
