import type { Deps } from '#server/deps.ts';
import type { InvoiceState } from './subscription-provider.ts';

/**
 * Puts a paid bill aside for a person: of a plan that nobody knows, of one that had ended, or without a payment
 * behind it, since somebody marked it as paid. With all that it said; it is never a donation. Once: `noted` says that it
 * was put aside before.
 */
export async function quarantineInvoice(
  deps: Deps,
  invoice: InvoiceState,
  reason: 'unknown_session' | 'plan_over' | 'no_payment',
): Promise<{ readonly code: 'quarantined' | 'noted' }> {
  const aside = await deps.db.write
    .insertInto('quarantined_events')
    .values({
      provider: 'stripe',
      event_id: `invoice:${invoice.invoiceId}`,
      reason,
      detail: JSON.stringify(invoice),
      quarantined_at: deps.clock.now().toISOString(),
      resolved_at: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .execute();
  if (aside.length === 0) return { code: 'noted' };
  deps.log.error(
    { invoiceId: invoice.invoiceId, reason },
    'a bill was paid that should not be: a person must look at it',
  );
  return { code: 'quarantined' };
}
