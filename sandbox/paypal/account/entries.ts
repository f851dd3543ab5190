import type { Sandbox } from '#sandbox/sandbox.ts';
import { toMinor } from '../money.ts';
import type { PayPalCaptureRecord, PayPalDisputeRecord, PayPalMoney } from '../records.ts';
import type { PayPalEntryCode } from './records.ts';

/** The time by which PayPal's report and balances lag behind. */
export const lagSeconds = 3 * 3600;

/** One line of the merchant's account, as PayPal's report lists it. Times are sandbox seconds. */
export interface AccountEntry {
  readonly id: string;
  readonly code: 'T0006' | 'T1107' | 'T0106' | 'T1201' | 'T1202' | 'T0403' | 'T1101' | PayPalEntryCode;
  readonly at: number;
  /** The time at which the balance changed: later than `at` for an eCheck. */
  readonly movedAt: number;
  /** `S`: successful. `P`: pending. `F`: partially refunded. `V`: fully refunded. */
  readonly status: 'S' | 'P' | 'F' | 'V';
  /** Negative when money left the account. */
  readonly amountMinor: number;
  readonly feeMinor: number;
  readonly currency: string;
  readonly referenceId: string | null;
  readonly customId: string | null;
}

/** Everything that has changed the balance, in no particular order. */
export const accountEntries = (sandbox: Sandbox): AccountEntry[] => [
  ...paymentEntries(sandbox),
  ...[...sandbox.store.paypalDisputes.values()].flatMap(disputeEntries),
  ...withdrawalEntries(sandbox),
  ...[...sandbox.store.paypalEntries.values()].map(({ created, ...entry }) => ({ ...defaultsAt(created), ...entry })),
];

const defaultsAt = (at: number) =>
  ({ at, movedAt: at, status: 'S', feeMinor: 0, referenceId: null, customId: null }) as const;

const signed = (sign: 1 | -1, amount: PayPalMoney) => ({
  amountMinor: sign * toMinor(amount),
  currency: amount.currency_code,
});

function paymentEntries({ store }: Sandbox): AccountEntry[] {
  const captures = [...store.paypalCaptures.values()].filter(
    ({ status }) => status !== 'PENDING' && status !== 'DECLINED',
  );
  return [
    ...captures.map((capture): AccountEntry => ({
      ...defaultsAt(capture.created),
      ...signed(1, capture.amount),
      movedAt: capture.clearedAt ?? capture.created,
      id: capture.id,
      code: 'T0006',
      status: statusOf(capture),
      feeMinor: toMinor(capture.fee),
      customId: capture.customId,
    })),
    ...[...store.paypalRefunds.values()].map((refund): AccountEntry => ({
      ...defaultsAt(refund.created),
      ...signed(-1, refund.amount),
      id: refund.id,
      code: 'T1107',
      referenceId: refund.captureId,
      customId: refund.customId,
    })),
  ];
}

function statusOf({ status }: PayPalCaptureRecord): AccountEntry['status'] {
  if (status === 'PARTIALLY_REFUNDED') return 'F';
  return status === 'REFUNDED' ? 'V' : 'S';
}

const disputeEntries = ({ id, captureId, movements }: PayPalDisputeRecord): AccountEntry[] =>
  movements.map(({ at, type, reason, amount }, index) => ({
    ...defaultsAt(at),
    ...signed(type === 'DEBIT' ? -1 : 1, amount),
    id: `${id.replace(/\W/g, '')}${index}`,
    code: reason === 'CHARGEBACK_FEE' ? 'T0106' : type === 'DEBIT' ? 'T1201' : 'T1202',
    referenceId: captureId,
  }));

/** A withdrawal leaves the account immediately, and is pending until it arrives a day later. */
const withdrawalEntries = ({ store, clock }: Sandbox): AccountEntry[] =>
  [...store.paypalWithdrawals.values()].flatMap(({ id, created, amount, returned }): AccountEntry[] => [
    {
      ...defaultsAt(created),
      ...signed(-1, amount),
      id,
      code: 'T0403',
      status: created + 24 * 3600 > clock.nowSeconds() ? 'P' : 'S',
    },
    ...(returned
      ? [{ ...defaultsAt(returned.at), ...signed(1, amount), id: returned.id, code: 'T1101' as const, referenceId: id }]
      : []),
  ]);

/** The balance of a currency at an instant, in minor units. Money on hold is not available. */
export interface AccountBalance {
  readonly totalMinor: number;
  readonly availableMinor: number;
}

/** The balances at an instant, by currency. */
export function accountBalances(sandbox: Sandbox, at: number): ReadonlyMap<string, AccountBalance> {
  const balances = new Map<string, AccountBalance>();
  for (const { movedAt, code, amountMinor, feeMinor, currency } of accountEntries(sandbox)) {
    if (movedAt > at) continue;
    const { totalMinor, availableMinor } = balances.get(currency) ?? { totalMinor: 0, availableMinor: 0 };
    const net = amountMinor - feeMinor;
    const isHold = code === 'T2101' || code === 'T2102';
    balances.set(currency, {
      totalMinor: isHold ? totalMinor : totalMinor + net,
      availableMinor: availableMinor + net,
    });
  }
  return balances;
}
