import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Queryable } from '#server/db/database.ts';

/** The cause of a movement as a provider reports it. */
interface ReportedCause {
  /** The payment or reversal that caused the movement. */
  readonly sourceId?: string | null | undefined;
  /** The payment whose dispute caused the movement, if the provider does not name the dispute. */
  readonly disputedPaymentId?: string | null | undefined;
}

/**
 * Finds the cause of the ledger's entries for a movement; undefined if the ledger has no such entries. A reversal may have
 * several causes, so for a reversal this is how all of them begin.
 */
type FindCause = (movement: ReportedCause) => string | undefined;

/** Prepares a search for the causes of these movements, from the payments and reversals that the ledger has now. */
export async function readKnownCauses(
  db: Queryable,
  provider: PaymentProvider,
  movements: readonly ReportedCause[],
): Promise<FindCause> {
  const sourceIds = movements.flatMap(({ sourceId }) => sourceId ?? []);
  const paymentIds = movements.flatMap(({ disputedPaymentId }) => disputedPaymentId ?? []);
  const ofSources = await findKnownSources(db, provider, sourceIds);
  const ofDisputes = await findBookedDisputes(db, provider, paymentIds);
  return ({ sourceId, disputedPaymentId }) => ofSources.get(sourceId ?? '') ?? ofDisputes.get(disputedPaymentId ?? '');
}

/** Finds the payments and reversals among these ids that are in the ledger, each with the cause of its entries. */
async function findKnownSources(
  db: Queryable,
  provider: PaymentProvider,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sourceIds.length === 0) return new Map();
  const payments = await db
    .selectFrom('donation_intents')
    .select(['id', 'provider_payment_id'])
    .where('provider', '=', provider)
    .where('provider_payment_id', 'in', sourceIds)
    .where('status', '=', 'settled')
    .execute();
  const reversals = await db
    .selectFrom('reversals')
    .select(['kind', 'reversal_id'])
    .where('provider', '=', provider)
    .where('reversal_id', 'in', sourceIds)
    .where('intent_id', 'is not', null)
    .execute();
  return new Map([
    ...payments.map(({ id, provider_payment_id: paymentId }) => [paymentId ?? '', `settlement:${id}`] as const),
    ...reversals.map(({ kind, reversal_id: id }) => [id, `${kind}:${provider}:${id}`] as const),
  ]);
}

/** Finds the disputes of these payments that have moved money in the ledger, by payment, each with the cause of its entries. */
async function findBookedDisputes(
  db: Queryable,
  provider: PaymentProvider,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('reversals')
    .select(['payment_id', 'reversal_id'])
    .where('provider', '=', provider)
    .where('payment_id', 'in', paymentIds)
    .where('kind', '=', 'dispute')
    .where('status', '<>', 'noted')
    .where('intent_id', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.payment_id, `dispute:${provider}:${row.reversal_id}`]));
}
