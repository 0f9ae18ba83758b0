// SPDX-License-Identifier: MIT
/* The fields for terms, with what this server offers and what we may choose. */
import { hasAccount } from '../state/state';
import { useStore } from '../state/store';
import { TermsForm, type TermsFormProps } from '../ui/TermsForm';
import { useServerInfo } from './server';

const usualLimits = { days: [1, 2, 3, 5, 7, 10, 14], clockLimitMax: 10_800, clockIncrementMax: 180 };
const usualVariants = [{ key: 'standard', name: 'Standard' }];

export function TermsFields(props: Pick<TermsFormProps, 'terms' | 'onChange' | 'rated' | 'range'>) {
  const info = useServerInfo();
  const account = useStore(state => hasAccount(state.session));
  return <TermsForm {...props} account={account} variants={info?.variants ?? usualVariants} limits={info?.limits ?? usualLimits} />;
}
