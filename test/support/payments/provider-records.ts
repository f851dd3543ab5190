import { clearingAccount } from '#domain/ledger/accounts.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { checkLedger } from '#server/ledger/index.ts';
import type { RecordedPayment } from '#sandbox/control/payment-actions.ts';
import type { RecordedCapture } from '#sandbox/control/paypal-actions.ts';

/** Reads the sandbox's own records, over HTTP or in this process. */
export interface ProviderRecords {
  readPayments(): Promise<RecordedPayment[]>;
  readCaptures(): Promise<RecordedCapture[]>;
}

/**
 * Finds errors in our ledger, and differences between our records and the sandbox's. Every payment at the sandbox must be one
 * donation of the same amount in our records, and vice versa. The same holds for reversals and for the remaining amounts in the
 * ledger.
 */
export async function findDiscrepancies({ db }: Pick<Deps, 'db'>, records: ProviderRecords): Promise<string[]> {
  const findings = (await checkLedger(db.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
  const payments = await readPayments(records);
  return [
    ...findings,
    ...differences('paid', linesOf(payments, 'paid'), await ourPayments(db)),
    ...differences(
      'reversed',
      [...linesOf(payments, 'refund'), ...linesOf(payments, 'dispute')],
      await ourReversals(db),
    ),
    ...differences('remaining', linesOf(payments, 'left'), await ourClearing(db)),
  ];
}

/** A payment in the sandbox's records, in minor units. */
type Payment = Readonly<Record<'paid' | 'refund' | 'dispute' | 'left', number>> & { readonly id: string };

async function readPayments(records: ProviderRecords): Promise<Payment[]> {
  const cards = (await records.readPayments()).map((payment) =>
    paymentOf(payment.paymentIntentId, {
      paid: payment.amountReceivedMinor,
      refund: payment.amountRefundedMinor,
      dispute: payment.amountDisputedMinor,
    }),
  );
  const captures = (await records.readCaptures()).map((capture) => {
    const isPaid = capture.status !== 'PENDING' && capture.status !== 'DECLINED';
    return paymentOf(capture.captureId, {
      paid: isPaid ? capture.amountMinor : 0,
      refund: capture.amountRefundedMinor,
      dispute: capture.amountDisputedMinor,
    });
  });
  return [...cards, ...captures];
}

const paymentOf = (id: string, sums: Readonly<Record<'paid' | 'refund' | 'dispute', number>>): Payment => ({
  id,
  ...sums,
  left: sums.paid - sums.refund - sums.dispute,
});

const linesOf = (payments: readonly Payment[], part: keyof Omit<Payment, 'id'>): string[] =>
  payments.filter((payment) => payment[part] !== 0).map((payment) => line(payment.id, part, payment[part]));

const line = (paymentId: string | null, part: string, amountMinor: number): string =>
  `${paymentId} ${part} ${amountMinor}`;

/** Finds lines that only one side has; a duplicate line also counts as a difference. */
function differences(part: string, theirs: readonly string[], ours: readonly string[]): string[] {
  const [theirLines, ourLines] = [new Set(theirs), new Set(ours)];
  return [
    ...theirs.filter((text) => !ourLines.has(text)).map((text) => `${part} at the provider, not here: ${text}`),
    ...ours.filter((text) => !theirLines.has(text)).map((text) => `${part} here, not at the provider: ${text}`),
    ...(theirs.length === theirLines.size && ours.length === ourLines.size ? [] : [`${part} twice`]),
  ];
}

async function ourPayments(db: Deps['db']): Promise<string[]> {
  const rows = await db.read
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .select(['donation_intents.provider_payment_id as paymentId', 'donations.charge_total_minor as amountMinor'])
    .execute();
  return rows.map((row) => line(row.paymentId, 'paid', row.amountMinor));
}

async function ourReversals(db: Deps['db']): Promise<string[]> {
  const rows = await db.read
    .selectFrom('reversals')
    .select(['payment_id', 'kind'])
    .select((e) => e.cast<number>(e.fn.sum('taken_minor'), 'bigint').as('amount_minor'))
    .where('is_active', '=', 1)
    .groupBy(['payment_id', 'kind'])
    .execute();
  return rows.map((row) => line(row.payment_id, row.kind, row.amount_minor));
}

/** Reads from the ledger the amount of each payment that the provider holds, before the processing fee. */
async function ourClearing(db: Deps['db']): Promise<string[]> {
  const rows = await db.read
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.transaction_id')
    .innerJoin('donation_intents', 'donation_intents.id', 'ledger_transactions.intent_id')
    .select('donation_intents.provider_payment_id as paymentId')
    .select((e) => e.cast<number>(e.fn.sum('ledger_entries.amount_minor'), 'bigint').as('amountMinor'))
    .where('ledger_entries.account', 'in', [clearingAccount('stripe'), clearingAccount('paypal')])
    .where('ledger_transactions.cause', 'not like', 'processing_fee:%')
    .groupBy('donation_intents.provider_payment_id')
    .execute();
  return rows.filter((row) => row.amountMinor !== 0).map((row) => line(row.paymentId, 'left', row.amountMinor));
}

/** Reads a provider's balance from our ledger, in minor units by lower-case currency. */
export async function clearingBalance(
  { db }: Pick<Deps, 'db'>,
  provider: PaymentProvider = 'stripe',
): Promise<Record<string, number>> {
  const rows = await db.read
    .selectFrom('ledger_entries')
    .select('currency')
    .select((e) => e.cast<number>(e.fn.sum('amount_minor'), 'bigint').as('amount_minor'))
    .where('account', '=', clearingAccount(provider))
    .groupBy('currency')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.currency.toLowerCase(), row.amount_minor]));
}
