import type { Deps } from '#server/deps.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import type { CapturedOrder, PayPalProvider } from './paypal-provider.ts';

/**
 * Takes the money of an approved order and tells the one door what came of it. Safe from any number of callers at once:
 * PayPal takes an order's money once, and the door writes a donation once.
 */
export async function captureApproved(
  deps: Deps,
  paypal: PayPalProvider,
  order: { readonly orderId: string; readonly intentId: string },
): Promise<CapturedOrder> {
  const captured = await paypal.captureOrder(order);
  if (captured.code === 'event') await applyPaymentEvent(deps, captured.event);
  else if (captured.code === 'unavailable')
    deps.log.warn({ ...order, detail: captured.detail }, 'PayPal did not say what became of a capture');
  else deps.log.info({ ...order, outcome: captured.code }, 'PayPal took no money for an order');
  return captured;
}
