import type { Sandbox } from '#sandbox/sandbox.ts';
import { toMoney } from '../money.ts';
import { newPayPalId } from '../records.ts';
import { accountBalances } from './entries.ts';
import type { PayPalEntryRecord, PayPalWithdrawalRecord } from './records.ts';

/** Withdraws the available balance of every currency to the bank. Skips balances that are not positive. */
export const withdrawAvailable = (sandbox: Sandbox): PayPalWithdrawalRecord[] =>
  sandbox.store.transact(() => {
    const now = sandbox.clock.nowSeconds();
    return [...accountBalances(sandbox, now)]
      .filter(([, { availableMinor }]) => availableMinor > 0)
      .map(([currency, { availableMinor }]) => {
        const amount = toMoney(availableMinor, currency);
        const withdrawal = { id: newPayPalId(), created: now, amount, returned: null };
        sandbox.store.paypalWithdrawals.put(withdrawal);
        return withdrawal;
      });
  });

/** Has the bank send a withdrawal back. Returns false if it is unknown or came back before. */
export const returnWithdrawal = (sandbox: Sandbox, withdrawalId: string): boolean =>
  sandbox.store.transact(() => {
    const withdrawal = sandbox.store.paypalWithdrawals.get(withdrawalId);
    if (!withdrawal || withdrawal.returned) return false;
    const returned = { id: newPayPalId(), at: sandbox.clock.nowSeconds() };
    sandbox.store.paypalWithdrawals.put({ ...withdrawal, returned });
    return true;
  });

/** Changes the account in a way that no payment explains. Returns the id of the entry. */
export function addEntry(sandbox: Sandbox, entry: Omit<PayPalEntryRecord, 'id' | 'created'>): string {
  const id = newPayPalId();
  sandbox.store.paypalEntries.put({ ...entry, id, created: sandbox.clock.nowSeconds() });
  return id;
}
