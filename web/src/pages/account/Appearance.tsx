// SPDX-License-Identifier: MIT
/* How the page and the board look, and the language. */
import { errorText } from '../../app/errors';
import { toast } from '../../app/toast';
import { language, languages, setLanguage, t, type Language } from '../../i18n';
import { usePreference } from '../../state/preferences';
import { hasAccount } from '../../state/state';
import { getState } from '../../state/store';
import { Card } from '../../ui/Card';
import { postForm } from '../../wire/http';
import { BoardPreview } from './BoardPreview';
import { change, Choice, Flag, Row, SwitchRow } from './choices';

/** Changes the account first, which applies to all browsers. Texts are loaded only once, so the page is
 * reloaded. */
async function changeLanguage(next: Language): Promise<void> {
  try {
    if (hasAccount(getState().session)) await postForm('/api/account/preferences', { language: next });
    setLanguage(next);
    location.reload();
  } catch (error) {
    toast(errorText(error), 'bad');
  }
}

function LanguageRow() {
  return (
    <Row label={t('common.language')}>
      <select class="input short" aria-label={t('common.language')} value={language} onChange={event => void changeLanguage(event.currentTarget.value as Language)}>
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </Row>
  );
}

/** The server knows two places for them, the board one: inside. */
function Coordinates() {
  const shown = usePreference('coords') !== 'none';
  return <SwitchRow label={t('account.pref.coords')} checked={shown} onValue={on => change('coords', on ? 'inside' : 'none')} />;
}

export function Appearance() {
  return (
    <>
      <Card title={t('account.lookPage')}>
        <div class="prefs">
          <LanguageRow />
          <Choice name="background" />
          <Choice name="contrast" />
        </div>
      </Card>
      <Card title={t('account.lookBoard')}>
        <div class="with-preview">
          <div class="prefs">
            <Choice name="theme" />
            <Choice name="pieceSet" />
            <Choice name="animation" />
            <Coordinates />
            <Flag name="highlight" />
            <Flag name="destination" />
            <Flag name="captured" />
          </div>
          <BoardPreview />
        </div>
      </Card>
    </>
  );
}
