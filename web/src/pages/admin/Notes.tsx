// SPDX-License-Identifier: MIT
/* Notes of the staff about an account. */
import { useState } from 'preact/hooks';
import { errorText } from '../../app/errors';
import { t } from '../../i18n';
import { Button, IconButton } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Loading, useLoad } from '../../ui/Load';
import { actOnUser, getUserList, remove, type User } from './api';
import { useNames } from './names';
import { Ago, Problem } from './parts';
import { useAction } from './useAction';

interface Note {
  id: number;
  by: string;
  date: number;
  text: string;
}

export function Notes({ user }: { user: User }) {
  const notes = useLoad(user.id, () => getUserList<Note>(user.id, 'notes'));
  const nameOf = useNames((notes.data ?? []).map(note => note.by));
  const [text, setText] = useState('');
  const action = useAction();
  const add = (event: Event) => {
    event.preventDefault();
    action.run(actOnUser(user.id, 'notes', { text }), () => {
      setText('');
      notes.reload();
    });
  };
  return (
    <Card class="w6" title={t('admin.notes')}>
      <Loading loaded={notes} describe={errorText}>
        {list => (
          <>
            <ul class="rows">
              {list.map(note => (
                <li key={note.id}>
                  <span class="grow">
                    {note.text}
                    <small class="muted">
                      {nameOf(note.by)}, <Ago date={note.date} />
                    </small>
                  </span>
                  <IconButton icon="trash" label={t('admin.deleteNote')} disabled={action.busy} onClick={() => action.run(remove(`notes/${note.id}`), notes.reload)} />
                </li>
              ))}
            </ul>
            <form class="body setting-form" onSubmit={add}>
              <TextField label={t('admin.newNote')} value={text} maxLength={1000} onValue={setText} />
              <Button kind="line" type="submit" busy={action.busy} disabled={!text.trim()}>
                {t('admin.addNote')}
              </Button>
            </form>
          </>
        )}
      </Loading>
      <Problem text={action.problem} />
    </Card>
  );
}
