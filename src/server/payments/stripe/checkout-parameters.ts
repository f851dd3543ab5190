import type Stripe from 'stripe';
import type { Money } from '#domain/money/money.ts';
import type { CheckoutSessionRequest } from '#server/payments/card-provider.ts';
import { monthlyPrices } from './stripe-subscriptions.ts';

/**
 * A hosted checkout as Stripe is asked for it: the gift and the fee as two lines in exactly the sums that the page showed,
 * no currency of Stripe's own choosing, and nothing about the gift but our intent id.
 */
export function checkoutParameters(request: CheckoutSessionRequest): Stripe.Checkout.SessionCreateParams {
  return request.monthly ? monthlyParameters(request, request.monthly) : oneTimeParameters(request);
}

/** The same each month, from the products that stand for charity and fee. */
function monthlyParameters(
  request: CheckoutSessionRequest,
  { planId, charityId }: NonNullable<CheckoutSessionRequest['monthly']>,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { intent_id: request.intentId, plan_id: planId };
  return {
    mode: 'subscription',
    adaptive_pricing: { enabled: false },
    client_reference_id: request.intentId,
    metadata,
    subscription_data: { metadata },
    line_items: monthlyPrices({ charge: request.charge, charityId }).map((price) => ({
      price_data: price,
      quantity: 1,
    })),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
  };
}

function oneTimeParameters(request: CheckoutSessionRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { intent_id: request.intentId };
  return {
    mode: 'payment',
    submit_type: 'donate',
    adaptive_pricing: { enabled: false },
    client_reference_id: request.intentId,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      lineItem(`Donation to ${request.charityName}`, request.label, request.charge.subtotal),
      ...(request.charge.serviceFee.amountMinor > 0
        ? [lineItem('Service fee (10%)', undefined, request.charge.serviceFee)]
        : []),
    ],
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
  };
}

function lineItem(
  name: string,
  description: string | undefined,
  amount: Money,
): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: 1,
    price_data: {
      currency: amount.currency.toLowerCase(),
      unit_amount: amount.amountMinor,
      product_data: { name, ...(description ? { description } : {}) },
    },
  };
}
