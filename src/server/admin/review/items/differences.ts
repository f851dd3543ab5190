import * as z from 'zod/mini';
import { money, type Money } from '#domain/money/money.ts';
import { paymentProviders, type PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Queryable } from '#server/db/database.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { ReconciliationRunRow } from '#server/db/tables.ts';

/** A donation in our records that the provider did not list as paid, or a refund that it did not list. */
export interface Difference {
  /** The id of the donation's intent, or the provider's id of the refund. */
  readonly id: string;
  readonly kind: 'donation' | 'refund';
  readonly provider: PaymentProvider;
  readonly amount: Money;
  readonly providerIds: readonly (string | null)[];
  readonly donationId: string | null;
  /** An ISO instant. */
  readonly foundAt: string;
}

/** Finds the differences of the latest reconciliation run of each scope. */
export async function findDifferences(db: Queryable): Promise<Difference[]> {
  const foundAt = new Map<string, string>();
  for (const scope of ['open', 'recent'] as const) {
    const run = await findLatestRun(db, scope);
    for (const id of run?.ids ?? []) foundAt.set(id, run?.finishedAt ?? '');
  }
  if (foundAt.size === 0) return [];
  const ids = [...foundAt.keys()];
  const found = [...(await findDonations(db, ids)), ...(await findRefunds(db, ids))];
  return found.map((difference) => ({ ...difference, foundAt: foundAt.get(difference.id) ?? '' }));
}

async function findLatestRun(db: Queryable, scope: ReconciliationRunRow['scope']) {
  const run = await db
    .selectFrom('reconciliation_runs')
    .select(['finished_at', 'result'])
    .where('scope', '=', scope)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!run) return undefined;
  return { finishedAt: run.finished_at, ids: resultSchema.parse(JSON.parse(run.result)).unknownAtProvider };
}

const resultSchema = z.object({ unknownAtProvider: z._default(z.array(z.string()), []) });

type FoundDifference = Omit<Difference, 'foundAt'>;

async function findDonations(db: Queryable, ids: readonly string[]): Promise<FoundDifference[]> {
  const intents = await db.selectFrom('donation_intents').selectAll().where('id', 'in', ids).execute();
  return intents.map((intent) => ({
    id: intent.id,
    kind: 'donation',
    provider: intent.provider,
    amount: chargeOf(intent).total,
    providerIds: [intent.provider_session_id, intent.provider_payment_id],
    donationId: intent.donation_id,
  }));
}

async function findRefunds(db: Queryable, ids: readonly string[]): Promise<FoundDifference[]> {
  const refunds = await db
    .selectFrom('reversals')
    .select(['reversal_id', 'provider', 'payment_id', 'amount_minor', 'currency', 'donation_id'])
    .where('provider', 'in', paymentProviders)
    .where('reversal_id', 'in', ids)
    .execute();
  return refunds.map((refund) => ({
    id: refund.reversal_id,
    kind: 'refund',
    provider: refund.provider,
    amount: money(refund.amount_minor, refund.currency),
    providerIds: [refund.payment_id],
    donationId: refund.donation_id,
  }));
}
