import type { Deps } from '#server/deps.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { quarantine } from './quarantine.ts';

/**
 * Quarantines an order, payment, refund, dispute or listed message that we cannot interpret. `subjectId` is its id at the
 * provider. Returns false if it is already quarantined.
 */
export async function quarantineUnreadable(
  deps: Deps,
  {
    provider = 'paypal',
    subjectId,
    detail,
  }: { readonly provider?: PaymentProvider; readonly subjectId: string; readonly detail: string },
): Promise<boolean> {
  const eventId = unreadableId(subjectId);
  const entry = { provider, eventId, reason: 'unreadable', detail: { subjectId, detail } } as const;
  if (!(await quarantine(deps, deps.db.write, entry))) return false;
  deps.metrics.paymentEvents.inc({ provider, kind: 'unreadable', outcome: 'quarantined' });
  deps.log.error({ provider, subjectId, detail }, 'unreadable provider response quarantined; needs review');
  return true;
}

/** Differs from a message's own id, under which the message is stored when we can read it. */
export const unreadableId = (subjectId: string): string => `unreadable:${subjectId}`;
