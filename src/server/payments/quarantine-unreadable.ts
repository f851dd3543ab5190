import type { Deps } from '#server/deps.ts';
import { quarantine } from './quarantine.ts';

/**
 * Quarantines what PayPal said about an order, or in a listed message, when we cannot tell what it means. `subjectId` is
 * PayPal's id of it. False when it is already quarantined.
 */
export async function quarantineUnreadable(
  deps: Deps,
  { subjectId, detail }: { readonly subjectId: string; readonly detail: string },
): Promise<boolean> {
  const provider = 'paypal';
  const eventId = `unreadable:${subjectId}`; // a message's own id stays free for the day when we can read it
  const entry = { provider, eventId, reason: 'unreadable', detail: { subjectId, detail } } as const;
  if (!(await quarantine(deps, deps.db.write, entry))) return false;
  deps.metrics.paymentEvents.inc({ provider, kind: 'unreadable', outcome: 'quarantined' });
  deps.log.error({ provider, subjectId, detail }, 'unreadable provider message quarantined; needs review');
  return true;
}
