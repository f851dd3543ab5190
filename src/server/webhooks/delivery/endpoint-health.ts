import { shouldSwitchOff, restsUntil } from '#domain/webhooks/delivery-schedule.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction } from '#server/staff/index.ts';
import type { DeliveryForEndpoint } from './find-delivery.ts';

/** Ends the failure of an endpoint. Writes nothing to an endpoint that was working. */
export async function recordSuccess(
  tx: Tx,
  { endpoint_id: id, url, failing_since: failingSince }: DeliveryForEndpoint,
): Promise<void> {
  if (failingSince === null) return;
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: null, resting_until: null })
    .where('id', '=', id)
    .where('url', '=', url)
    .execute();
}

/**
 * Makes a failing endpoint rest, or switches it off: after days of failures, or immediately if it responded that it is gone.
 * Returns true if it is switched off. An endpoint that was given another address during the attempt has not failed.
 */
export async function recordFailure(
  deps: Deps,
  tx: Tx,
  { endpoint_id: id, url, failing_since: known }: DeliveryForEndpoint,
  isGone: boolean,
): Promise<boolean> {
  const now = deps.clock.now();
  const failingSince = known === null ? now : new Date(known);
  const failed = await tx
    .updateTable('webhook_endpoints')
    .set((e) => ({
      failing_since: e.fn.coalesce('failing_since', e.val(now.toISOString())),
      resting_until: restsUntil(failingSince, now)?.toISOString() ?? null,
    }))
    .where('id', '=', id)
    .where('url', '=', url)
    .executeTakeFirst();
  if (failed.numUpdatedRows === 0n) return false;
  if (!isGone && !shouldSwitchOff(failingSince, now)) return false;
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ status: 'off', status_since: now.toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recordAction(deps, tx, {
    actor: 'system',
    action: 'webhook_switched_off',
    subject: { kind: 'webhook', id },
    before: { status: 'active' },
    after: { status: 'off', failingSince: failingSince.toISOString(), isGone },
  });
  return true;
}
