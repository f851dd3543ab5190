import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSessionRecord, LineItemRecord, PaymentMethodType } from '../state/records.ts';
import { formatAmount, minimumChargeMinor } from '../stripe/currencies.ts';
import { newId } from '../stripe/ids.ts';
import type { CreateCheckoutSession } from '../stripe-parameters/checkout-session-parameters.ts';
import { StripeError, invalidParameter } from '../stripe/stripe-error.ts';
import { readLineItems } from './line-items.ts';

const minute = 60;
const day = 24 * 3600;
const amountMaxMinor = 99_999_999;

/**
 * Turns parsed parameters into a new open session, not yet stored.
 * Throws a StripeError for what no single parameter shows: mixed currencies, totals and times out of range.
 */
export function draftCheckoutSession(sandbox: Sandbox, input: CreateCheckoutSession): CheckoutSessionRecord {
  const now = sandbox.clock.nowSeconds();
  const currency = commonCurrency(input);
  const lineItems = readLineItems(sandbox, input);
  const intentData = input.payment_intent_data;
  refuseOtherMode(input);
  return {
    id: newId.checkoutSession(),
    created: now,
    expiresAt: expiryWithinADay(input.expires_at, now),
    status: 'open',
    paymentStatus: 'unpaid',
    currency,
    amountTotalMinor: chargeableTotal(lineItems, currency),
    lineItems,
    metadata: input.metadata ?? {},
    clientReferenceId: input.client_reference_id ?? null,
    successUrl: input.success_url,
    cancelUrl: input.cancel_url ?? null,
    customerEmail: input.customer_email ?? null,
    customerCreation: 'if_required',
    locale: input.locale ?? null,
    submitType: input.submit_type ?? null,
    submitText: input.custom_text?.submit?.message ?? null,
    isAdaptivePricing: input.adaptive_pricing?.enabled ?? true,
    billingAddressCollection: input.billing_address_collection ?? null,
    integrationIdentifier: input.integration_identifier ?? null,
    originContext: input.origin_context ?? null,
    allowedPaymentMethods: input.allowed_payment_method_types ?? null,
    excludedPaymentMethods: input.excluded_payment_method_types ?? null,
    paymentMethods: offeredPaymentMethods(input, currency),
    paymentIntentSeed: {
      description: input.mode === 'subscription' ? 'Subscription creation' : (intentData?.description ?? null),
      metadata: intentData?.metadata ?? {},
      receiptEmail: intentData?.receipt_email ?? null,
      statementDescriptor: intentData?.statement_descriptor ?? null,
      statementDescriptorSuffix: intentData?.statement_descriptor_suffix ?? null,
    },
    paymentIntentId: null,
    customer: null,
    ...(input.mode === 'subscription' ? { subscriptionSeed: subscriptionSeed(input) } : {}),
  };
}

const subscriptionSeed = ({ subscription_data: data }: CreateCheckoutSession) => ({
  description: data?.description ?? null,
  metadata: data?.metadata ?? {},
});

/** What belongs to the other mode has no place in a session. */
function refuseOtherMode(input: CreateCheckoutSession): void {
  const param = input.mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (input[param] === undefined) return;
  throw invalidParameter(param, 'parameter_invalid', `You can not pass \`${param}\` in \`${input.mode}\` mode.`);
}

function commonCurrency(input: CreateCheckoutSession): string {
  const currencies = new Set(input.line_items.map((item) => item.price_data.currency));
  if (input.currency !== undefined) currencies.add(input.currency);
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1) {
    throw new StripeError(
      400,
      'invalid_request_error',
      'All prices of a Checkout Session must have the same currency.',
    );
  }
  return currency;
}

function chargeableTotal(lineItems: readonly LineItemRecord[], currency: string): number {
  const total = lineItems.reduce((sum, item) => sum + item.unitAmountMinor * item.quantity, 0);
  const least = minimumChargeMinor(currency);
  if (total < least) {
    const message = `The Checkout Session's total amount due must add up to at least ${formatAmount(least, currency)}`;
    throw new StripeError(400, 'invalid_request_error', message, { code: 'amount_too_small' });
  }
  if (total > amountMaxMinor) {
    const message = `The Checkout Session's total amount must be no more than ${formatAmount(amountMaxMinor, currency)}`;
    throw new StripeError(400, 'invalid_request_error', message, { code: 'amount_too_large' });
  }
  return total;
}

function expiryWithinADay(expiresAt: number | undefined, now: number): number {
  if (expiresAt === undefined) return now + day;
  if (expiresAt < now + 30 * minute) {
    const message = 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.';
    throw invalidParameter('expires_at', 'parameter_invalid', message);
  }
  if (expiresAt > now + day) {
    const message = 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.';
    throw invalidParameter('expires_at', 'parameter_invalid', message);
  }
  return expiresAt;
}

function offeredPaymentMethods(input: CreateCheckoutSession, currency: string): PaymentMethodType[] {
  const isDebitPossible = input.mode === 'payment' && (currency === 'cad' || currency === 'usd');
  const known: PaymentMethodType[] = isDebitPossible ? ['card', 'acss_debit'] : ['card'];
  const offered = known.filter(
    (method) =>
      (input.allowed_payment_method_types?.includes(method) ?? true) &&
      !(input.excluded_payment_method_types?.includes(method) ?? false),
  );
  if (offered.length > 0) return offered;
  const message = 'None of the allowed payment method types can be used with this Checkout Session.';
  throw invalidParameter('allowed_payment_method_types', 'parameter_invalid', message);
}
