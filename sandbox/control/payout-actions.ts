import { z } from 'zod';
import { addToBalance, failPayout, payOutAvailable, setPayoutSchedule } from '../stripe/payments/payout.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PayoutRecord } from '../stripe/records.ts';
import { action, type OperatorAction } from './actions.ts';

/** One payout to the merchant's bank. Amounts are minor units of `currency`. */
export interface RecordedPayout {
  readonly payoutId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: PayoutRecord['status'];
  readonly created: number;
}

/** All payouts, oldest first. */
export const readPayouts = ({ store }: Sandbox): RecordedPayout[] => [...store.payouts.values()].map(recordedPayout);

const recordedPayout = ({ id, amountMinor, currency, status, created }: PayoutRecord): RecordedPayout => ({
  payoutId: id,
  amountMinor,
  currency,
  status,
  created,
});

/** The transactions that the operator can add to the balance: a fee to Stripe, a top-up, a correction. */
const balanceChangeTypes = z.enum(['stripe_fee', 'topup', 'adjustment']);

export type BalanceChangeType = z.output<typeof balanceChangeTypes>;

/** The operator's actions on the balance and its payouts to the bank. */
export const payoutActions: readonly OperatorAction[] = [
  action('/_sandbox/payouts/schedule', z.object({ interval: z.enum(['daily', 'manual']) }), (sandbox, { interval }) => {
    setPayoutSchedule(sandbox, interval);
    return {};
  }),
  action('/_sandbox/payouts', z.object({}), (sandbox) => ({ payouts: payOutAvailable(sandbox).map(recordedPayout) })),
  action('/_sandbox/payouts/fail', z.object({ payoutId: z.string() }), (sandbox, { payoutId }) => ({
    isFailed: failPayout(sandbox, payoutId),
  })),
  action(
    '/_sandbox/balance-transactions',
    z.object({
      type: balanceChangeTypes,
      amountMinor: z.coerce.number().int(),
      currency: z.string().length(3).default('cad'),
      description: z.string().default('Added by the operator'),
    }),
    (sandbox, transaction) => ({ transactionId: addToBalance(sandbox, { ...transaction, sourceId: null }) }),
  ),
];
