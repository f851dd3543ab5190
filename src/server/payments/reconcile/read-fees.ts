import { money, sum, type Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Queryable } from '#server/db/database.ts';
import { feeIdIn } from './fees.ts';

/** The fees that the provider has charged for a payment and for its disputes; undefined if it has reported none. */
interface BookedFees {
  readonly payment: Money | undefined;
  readonly disputes: Money | undefined;
}

export async function readBookedFees(db: Queryable, intentId: string): Promise<BookedFees> {
  const rows = await db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'ledger_entries.transaction_id', 'ledger_transactions.id')
    .innerJoin('donation_intents', 'donation_intents.id', 'ledger_transactions.intent_id')
    .select(['cause', 'ledger_entries.amount_minor', 'ledger_entries.currency', 'provider', 'provider_payment_id'])
    .where('intent_id', '=', intentId)
    .where('account', '=', 'processing_fees')
    .execute();
  const fees = rows.map((row) => ({
    feeId: feeIdIn(row.cause),
    paymentId: row.provider_payment_id,
    provider: row.provider,
    amount: money(row.amount_minor, row.currency),
  }));
  const ofDisputes = await findDisputeFees(db, fees);
  return {
    payment: totalOf(fees.filter(({ feeId }) => !ofDisputes.has(feeId))),
    disputes: totalOf(fees.filter(({ feeId }) => ofDisputes.has(feeId))),
  };
}

interface BookedFee {
  readonly feeId: string;
  readonly paymentId: string | null;
  readonly provider: PaymentProvider;
}

/** Stripe charges a dispute's fee with a movement of its money. PayPal's fee of a payment has the id of the payment. */
async function findDisputeFees(db: Queryable, fees: readonly BookedFee[]): Promise<ReadonlySet<string>> {
  const [first] = fees;
  const feeIds = fees.map(({ feeId }) => feeId);
  if (!first) return new Set();
  if (first.provider === 'paypal') return new Set(feeIds.filter((feeId) => feeId !== first.paymentId));
  const movements = await db
    .selectFrom('reversal_movements')
    .select('movement_id')
    .where('provider', '=', first.provider)
    .where('movement_id', 'in', feeIds)
    .execute();
  return new Set(movements.map(({ movement_id: movementId }) => movementId));
}

/** A provider charges all fees of a payment in one currency. */
function totalOf(fees: readonly { readonly amount: Money }[]): Money | undefined {
  const [first] = fees;
  return (
    first &&
    sum(
      fees.map(({ amount }) => amount),
      first.amount.currency,
    )
  );
}
