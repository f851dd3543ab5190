import type { Sandbox } from '#sandbox/sandbox.ts';
import { formatAmount, minimumChargeMinor } from '../currencies.ts';
import { StripeError, invalidParameter, noSuch } from '../error.ts';
import { newId } from '../ids.ts';
import type { CreateCheckoutSession } from '../parameters/checkout-session.ts';
import type { CheckoutSessionRecord, LineItemRecord, PaymentMethodType } from '../records.ts';

const lifetimeMinSeconds = 30 * 60;
const lifetimeMaxSeconds = 24 * 3600;
const amountMaxMinor = 99_999_999;
const recurringLinesMax = 20;

/**
 * Turns parsed parameters into a new open session, not yet stored.
 * Throws a StripeError if they do not fit together, such as mixed currencies, or if a total or time is out of range.
 */
export function draftCheckoutSession(sandbox: Sandbox, input: CreateCheckoutSession): CheckoutSessionRecord {
  const now = sandbox.clock.nowSeconds();
  const currency = commonCurrency(input);
  const lineItems = readLineItems(sandbox, input);
  const intentData = input.payment_intent_data;
  refuseDataOfOtherMode(input);
  return {
    id: newId.checkoutSession(),
    created: now,
    expiresAt: readExpiresAt(input.expires_at, now),
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
    hasAdaptivePricing: input.adaptive_pricing?.enabled ?? true,
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

/** Throws a StripeError for parameters of the other mode. */
function refuseDataOfOtherMode(input: CreateCheckoutSession): void {
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
  const min = minimumChargeMinor(currency);
  if (total < min) {
    const message = `The Checkout Session's total amount due must add up to at least ${formatAmount(min, currency)}`;
    throw new StripeError(400, 'invalid_request_error', message, { code: 'amount_too_small' });
  }
  if (total > amountMaxMinor) {
    const message = `The Checkout Session's total amount must be no more than ${formatAmount(amountMaxMinor, currency)}`;
    throw new StripeError(400, 'invalid_request_error', message, { code: 'amount_too_large' });
  }
  return total;
}

function readExpiresAt(expiresAt: number | undefined, now: number): number {
  if (expiresAt === undefined) return now + lifetimeMaxSeconds;
  if (expiresAt < now + lifetimeMinSeconds) {
    const message = 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.';
    throw invalidParameter('expires_at', 'parameter_invalid', message);
  }
  if (expiresAt > now + lifetimeMaxSeconds) {
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

type LineItemInput = CreateCheckoutSession['line_items'][number];

/** The lines of a new session. Throws a StripeError for an unknown product or a price that does not fit the mode. */
function readLineItems(sandbox: Sandbox, { mode, line_items: items }: CreateCheckoutSession): LineItemRecord[] {
  if (mode === 'subscription' && items.length > recurringLinesMax) {
    const message = `You can have at most ${recurringLinesMax} line items with recurring prices in \`subscription\` mode.`;
    throw invalidParameter('line_items', 'parameter_invalid', message);
  }
  return items.map((item, index) => {
    if (item.quantity === undefined) {
      const message = `Quantity is required. Add \`quantity\` to \`line_items[${index}]\``;
      throw new StripeError(400, 'invalid_request_error', message);
    }
    const param = `line_items[${index}][price_data]`;
    const { unit_amount: unitAmountMinor, recurring } = item.price_data;
    refuseWrongInterval(mode, recurring !== undefined, `${param}[recurring]`);
    const line = {
      id: newId.lineItem(),
      priceId: newId.price(),
      ...productOf(sandbox, item, param),
      unitAmountMinor,
      quantity: item.quantity,
      metadata: item.metadata ?? {},
    };
    return mode === 'subscription' ? { ...line, isMonthly: true } : line;
  });
}

function refuseWrongInterval(mode: CreateCheckoutSession['mode'], isMonthly: boolean, param: string): void {
  if (isMonthly === (mode === 'subscription')) return;
  const message = isMonthly
    ? 'You specified `payment` mode but passed a recurring price. Use `subscription` mode or one-time prices alone.'
    : 'You must provide recurring prices in `subscription` mode.';
  throw invalidParameter(param, 'parameter_invalid', message);
}

function productOf(
  sandbox: Sandbox,
  { price_data: { product, product_data: data, recurring } }: LineItemInput,
  param: string,
): Pick<LineItemRecord, 'productId' | 'name' | 'description'> {
  if (product !== undefined && data === undefined) {
    const { id, name, description } = findProduct(sandbox, product, `${param}[product]`);
    return { productId: id, name, description };
  }
  if (data !== undefined && product === undefined && recurring === undefined) {
    return { productId: newId.product(), name: data.name, description: data.description ?? null };
  }
  const message =
    recurring === undefined
      ? 'You must provide exactly one of product and product_data.'
      : 'In the sandbox, a monthly price needs an existing product: create it first.';
  throw invalidParameter(param, 'parameter_invalid', message);
}

/** Finds a product. Throws a StripeError when there is none with this id. */
export function findProduct({ store }: Sandbox, id: string, param: string) {
  const product = store.products.get(id);
  if (product === undefined) throw noSuch('product', id, param, 400);
  return product;
}
