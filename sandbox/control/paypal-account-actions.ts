import { z } from 'zod';
import { accountBalances } from '../paypal/account/entries.ts';
import { payPalEntryCodes, type PayPalWithdrawalRecord } from '../paypal/account/records.ts';
import { addEntry, returnWithdrawal, withdrawAvailable } from '../paypal/account/withdraw.ts';
import { toMinor } from '../paypal/money.ts';
import type { Sandbox } from '../sandbox.ts';
import { action, type OperatorAction } from './actions.ts';

/** One withdrawal to the merchant's bank. Amounts are minor units of `currency`. */
export interface RecordedWithdrawal {
  readonly withdrawalId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly isReturned: boolean;
}

/** All withdrawals, oldest first. */
export const readWithdrawals = ({ store }: Sandbox): RecordedWithdrawal[] =>
  [...store.paypalWithdrawals.values()].map(recordedWithdrawal);

const recordedWithdrawal = ({ id, amount, returned }: PayPalWithdrawalRecord): RecordedWithdrawal => ({
  withdrawalId: id,
  amountMinor: toMinor(amount),
  currency: amount.currency_code,
  isReturned: returned !== null,
});

/** The account's balance now, in minor units by lower-case currency, including money on hold. */
export const readPayPalBalance = (sandbox: Sandbox): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...accountBalances(sandbox, sandbox.clock.nowSeconds())].map(([currency, { totalMinor }]) => [
      currency.toLowerCase(),
      totalMinor,
    ]),
  );

/** The operator's actions on the PayPal account, apart from payments. */
export const paypalAccountActions: readonly OperatorAction[] = [
  action('/_sandbox/paypal/withdrawals', z.object({}), (sandbox) => ({
    withdrawals: withdrawAvailable(sandbox).map(recordedWithdrawal),
  })),
  action(
    '/_sandbox/paypal/withdrawals/return',
    z.object({ withdrawalId: z.string() }),
    (sandbox, { withdrawalId }) => ({
      isReturned: returnWithdrawal(sandbox, withdrawalId),
    }),
  ),
  action(
    '/_sandbox/paypal/entries',
    z.object({
      code: z.enum(payPalEntryCodes),
      amountMinor: z.coerce.number().int(),
      currency: z.string().length(3).default('CAD'),
    }),
    (sandbox, entry) => ({ transactionId: addEntry(sandbox, entry) }),
  ),
];
