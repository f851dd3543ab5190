import * as z from 'zod/mini';
import { balancesResponse, type BalancesResponse, type ComparedBalance } from '#contract/admin/money/balances.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import { paymentProviders } from '#domain/payment/payment-event.ts';
import type { BalanceComparisonRow } from '#server/db/tables/balance.ts';
import type { Queryable } from '#server/db/database.ts';
import { unexplainedIn } from '#server/payments/index.ts';

/** Reads our balances at the providers and in the books, the movements that need review, and the latest payouts to our bank. */
export async function readBalances(db: Queryable): Promise<BalancesResponse> {
  const movements = await db
    .selectFrom('provider_movements')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('occurred_at', 'desc')
    .limit(movementsShown)
    .execute();
  const payouts = await db
    .selectFrom('provider_payouts')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(payoutsShown)
    .execute();
  return {
    compared: (await readLatestComparisons(db)).map(toCompared),
    missingPermissions: await readMissingPermissions(db),
    movements: movements.map((row) => ({
      provider: row.provider,
      movementId: row.movement_id,
      kind: row.kind,
      amount: toDecimal(money(row.amount_minor, row.currency)),
      currency: row.currency,
      description: row.description,
      occurredAt: row.occurred_at,
    })),
    payouts: payouts.map((row) => ({
      provider: row.provider,
      payoutId: row.payout_id,
      amount: toDecimal(money(row.amount_minor, row.currency)),
      currency: row.currency,
      status: row.status,
      createdAt: row.created_at,
      arrivesOn: row.provider === 'paypal' ? null : row.arrives_on, // PayPal does not report the day
    })),
  };
}

const movementsShown = 100;
const payoutsShown = 50;

async function readMissingPermissions(db: Queryable): Promise<BalancesResponse['missingPermissions']> {
  const run = await db
    .selectFrom('reconciliation_runs')
    .select('result')
    .where('scope', '=', 'recent')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run ? resultSchema.parse(JSON.parse(run.result)).missingPermissions : [];
}

const resultSchema = z.object({ missingPermissions: z._default(balancesResponse.shape.missingPermissions, []) });

/** Reads the rows of the latest comparison with each provider, one for each currency. */
export async function readLatestComparisons(db: Queryable): Promise<BalanceComparisonRow[]> {
  const rows: BalanceComparisonRow[] = [];
  for (const provider of paymentProviders) {
    const ofProvider = db.selectFrom('balance_comparisons').where('provider', '=', provider);
    const latest = await ofProvider.select('compared_at').orderBy('compared_at', 'desc').limit(1).executeTakeFirst();
    if (!latest) continue;
    const compared = ofProvider.selectAll().where('compared_at', '=', latest.compared_at).orderBy('currency');
    rows.push(...(await compared.execute()));
  }
  return rows;
}

function toCompared(row: BalanceComparisonRow): ComparedBalance {
  const decimal = (minor: number): number => toDecimal(money(minor, row.currency));
  return {
    provider: row.provider,
    currency: row.currency,
    comparedAt: row.compared_at,
    asOf: row.as_of,
    available: decimal(row.available_minor),
    pending: decimal(row.pending_minor),
    ledger: decimal(row.ledger_minor),
    unbooked: decimal(row.unbooked_minor),
    unexplained: toDecimal(unexplainedIn(row)),
  };
}
