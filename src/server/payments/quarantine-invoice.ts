import type { Deps } from '#server/deps.ts';
import { putAside } from './put-aside.ts';
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
  const eventId = `invoice:${invoice.invoiceId}`;
  if (!(await putAside(deps, deps.db.write, { provider: 'stripe', eventId, reason, detail: invoice })))
    return { code: 'noted' };
  deps.log.error(
    { invoiceId: invoice.invoiceId, reason },
    'a bill was paid that should not be: a person must look at it',
  );
  return { code: 'quarantined' };
}
