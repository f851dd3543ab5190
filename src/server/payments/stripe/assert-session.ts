import type Stripe from 'stripe';

/** The SDK takes any JSON without an `error` key for success, whatever its status: a proxy's page would pass. Throws TypeError. */
export function assertSession(session: Stripe.Checkout.Session): void {
  if (session.object !== 'checkout.session' || typeof session.id !== 'string') {
    throw new TypeError('the answer is no checkout session');
  }
}
