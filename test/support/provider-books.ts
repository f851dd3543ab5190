import type { Deps } from '#server/deps.ts';
import { checkLedger } from '#server/ledger/index.ts';
import type { BookedPayment } from '#sandbox/operator/books.ts';
import type { BookedCapture } from '#sandbox/operator/paypal-actions.ts';

/** Where the sandbox's own books are read, over HTTP or in this process. */
export interface ProviderBooks {
  readBooks(): Promise<BookedPayment[]>;
  readCaptures(): Promise<BookedCapture[]>;
}

/**
 * What is wrong with our books, or differs between them and the sandbox's: nothing, when all is well. Every payment there is
 * one donation of the same sum, and the reverse; so is all that went back; and what is left of a payment stands in the ledger.
 */
export async function bookDifferences({ db }: Pick<Deps, 'db'>, books: ProviderBooks): Promise<string[]> {
  const findings = (await checkLedger(db.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
  const payments = await readPayments(books);
  return [
    ...findings,
    ...differences('paid', linesOf(payments, 'paid'), await ourPayments(db)),
    ...differences('gone', [...linesOf(payments, 'refund'), ...linesOf(payments, 'dispute')], await ourReversals(db)),
    ...differences('left', linesOf(payments, 'left'), await ourClearing(db)),
  ];
}

/** A payment in the sandbox's books, in minor units. */
type Payment = Readonly<Record<'paid' | 'refund' | 'dispute' | 'left', number>> & { readonly id: string };

async function readPayments(books: ProviderBooks): Promise<Payment[]> {
  const cards = (await books.readBooks()).map((payment) =>
    paymentOf(payment.paymentIntentId, {
      paid: payment.amountReceivedMinor,
      refund: payment.amountRefundedMinor,
      dispute: payment.amountDisputedMinor,
    }),
  );
  const captures = (await books.readCaptures()).map(({ captureId, status, amountMinor, amountRefundedMinor }) => {
    const paid = status === 'PENDING' || status === 'DECLINED' ? 0 : amountMinor;
    return paymentOf(captureId, { paid, refund: amountRefundedMinor, dispute: 0 });
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

/** A line that stands twice on one side differs from one that stands there once. */
function differences(what: string, theirs: readonly string[], ours: readonly string[]): string[] {
  const [there, here] = [new Set(theirs), new Set(ours)];
  return [
    ...theirs.filter((text) => !here.has(text)).map((text) => `${what} at the provider, not here: ${text}`),
    ...ours.filter((text) => !there.has(text)).map((text) => `${what} here, not at the provider: ${text}`),
    ...(theirs.length === there.size && ours.length === here.size ? [] : [`${what} twice`]),
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
    .select((e) => e.cast<number>(e.fn.sum('amount_minor'), 'bigint').as('amount_minor'))
    .where('is_standing', '=', 1)
    .groupBy(['payment_id', 'kind'])
    .execute();
  return rows.map((row) => line(row.payment_id, row.kind, row.amount_minor));
}

/** What the ledger says that the provider holds of each payment, before what it keeps for itself. */
async function ourClearing(db: Deps['db']): Promise<string[]> {
  const rows = await db.read
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.transaction_id')
    .innerJoin('donation_intents', 'donation_intents.id', 'ledger_transactions.intent_id')
    .select('donation_intents.provider_payment_id as paymentId')
    .select((e) => e.cast<number>(e.fn.sum('ledger_entries.amount_minor'), 'bigint').as('amountMinor'))
    .where('ledger_entries.account', 'like', 'clearing:%')
    .where('ledger_transactions.cause', 'not like', 'processing_fee:%')
    .groupBy('donation_intents.provider_payment_id')
    .execute();
  return rows.filter((row) => row.amountMinor !== 0).map((row) => line(row.paymentId, 'left', row.amountMinor));
}

/** What our books say that Stripe holds, in minor units by lower-case currency; currencies of which nothing is left are not named. */
export async function clearingBalance({ db }: Pick<Deps, 'db'>): Promise<Record<string, number>> {
  const rows = await db.read
    .selectFrom('ledger_entries')
    .select('currency')
    .select((e) => e.cast<number>(e.fn.sum('amount_minor'), 'bigint').as('amount_minor'))
    .where('account', '=', 'clearing:stripe')
    .groupBy('currency')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.currency.toLowerCase(), row.amount_minor]));
}
