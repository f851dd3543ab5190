import type { NotNull } from 'kysely';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

const noticeMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Enqueues the emails that announce renewals, three days ahead and once for each charge. The first charge after a pause is
 * announced while the pause still lasts. Returns the number of announced charges.
 */
export async function announceRenewals(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const due = await deps.db.read
    .selectFrom('plans')
    .select(['id', 'next_charge_at'])
    .where('status', 'in', ['active', 'paused'])
    .where('waiting_since', 'is', null)
    .where('next_charge_at', '>', now.toISOString())
    .where('next_charge_at', '<=', new Date(now.getTime() + noticeMs).toISOString())
    .where((e) => e.or([e('notified_for', 'is', null), e('notified_for', '<>', e.ref('next_charge_at'))]))
    .limit(plansPerRound)
    .$narrowType<{ next_charge_at: NotNull }>()
    .execute();
  let announced = 0;
  for (const plan of due) if (await announceCharge(deps, plan.id, plan.next_charge_at)) announced += 1;
  return announced;
}

const plansPerRound = 500;

/** Enqueues the email. Returns false if another process has announced the charge, or the date of the charge has changed. */
const announceCharge = (deps: Deps, planId: string, chargeAt: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const marked = await tx
      .updateTable('plans')
      .set({ notified_for: chargeAt })
      .where('id', '=', planId)
      .where('next_charge_at', '=', chargeAt)
      .where((e) => e.or([e('notified_for', 'is', null), e('notified_for', '<>', chargeAt)]))
      .returning('id')
      .execute();
    if (marked.length === 0) return false;
    const dedupeKey = `renewal_notice:${planId}:${chargeAt}`;
    const reportsEventAt = new Date(new Date(chargeAt).getTime() - noticeMs);
    await enqueue(deps, tx, { kind: 'renewal_notice', dedupeKey, payload: { planId, chargeAt }, reportsEventAt });
    return true;
  });
