import { toDecimal } from '#domain/money/money.ts';
import type { Tx } from '#server/db/database.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { PlanRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { SubscriptionState } from '#server/ports/subscription-provider.ts';
import { announce } from '#server/webhooks/index.ts';
import { findTerms } from './terms.ts';

/** Announces a change of a plan to other programs. A new charge date alone is not announced: every payment brings one. */
export async function announcePlan(
  deps: Deps,
  tx: Tx,
  before: PlanRow,
  { state, termsNumber }: { readonly state: SubscriptionState; readonly termsNumber: number },
): Promise<void> {
  const pausedUntil = state.pausedUntil?.toISOString() ?? null;
  const isChanged =
    state.status !== before.status || termsNumber !== before.terms_number || pausedUntil !== before.paused_until;
  if (!isChanged) return;
  await announce(deps, tx, 'plan.changed', async () => {
    const terms = (await findTerms(tx, before.id)).find(({ number }) => number === termsNumber);
    if (!terms) throw new TypeError(`the plan ${before.id} has no terms ${termsNumber}`);
    const { subtotal, serviceFee, total } = chargeOf(terms);
    const changedAt = deps.clock.now();
    return {
      cause: `${before.id}:${before.version}`,
      at: changedAt,
      data: {
        planId: before.id,
        charityId: terms.charity_id,
        state: state.status,
        amount: toDecimal(subtotal),
        serviceFee: toDecimal(serviceFee),
        total: toDecimal(total),
        currency: total.currency,
        nextChargeAt: state.nextChargeAt?.toISOString() ?? null,
        pausedUntil,
        endedAt: state.status === 'ended' ? (state.endedAt ?? changedAt).toISOString() : null,
        changedAt: changedAt.toISOString(),
      },
    };
  });
}
