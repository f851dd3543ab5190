import { z } from 'zod';
import { isSupportedCurrency } from '../currencies.ts';
import {
  expandParameter,
  formBoolean,
  formChoice,
  formCreated,
  formEmail,
  formInteger,
  formIntegerBetween,
  formMetadata,
  formText,
  formUrl,
  pageParameters,
  refuse,
} from './form-values.ts';

/** A currency code in upper or lower case; parsed to lower case. */
export const formCurrency = z.string().transform((text, context) => {
  const code = text.toLowerCase();
  return isSupportedCurrency(code) ? code : refuse(context, 'parameter_invalid', `Invalid currency: ${text}.`);
});

/** The interval at which a price is charged. The sandbox supports only months. */
export const formMonthly = z.strictObject({
  interval: formChoice(['month']),
  interval_count: formIntegerBetween(1, 1).optional(),
});

const priceData = z.strictObject({
  currency: formCurrency,
  unit_amount: formIntegerBetween(0, 99_999_999),
  product: z.string().optional(),
  product_data: z
    .strictObject({
      name: formText(5000),
      description: formText(5000).optional(),
      metadata: formMetadata.optional(),
    })
    .optional(),
  recurring: formMonthly.optional(),
});

const lineItem = z.strictObject({
  price_data: priceData,
  quantity: formIntegerBetween(1, 999_999).optional(),
  metadata: formMetadata.optional(),
});

const paymentIntentData = z.strictObject({
  description: formText(1000).optional(),
  metadata: formMetadata.optional(),
  receipt_email: formEmail.optional(),
  statement_descriptor: formText(22).optional(),
  statement_descriptor_suffix: formText(22).optional(),
  capture_method: formChoice(['automatic', 'automatic_async']).optional(),
});

const subscriptionData = z.strictObject({
  description: formText(500).optional(),
  metadata: formMetadata.optional(),
});

/** Parameters of `POST /v1/checkout/sessions`, for one-time payments by card or bank debit and monthly ones by card. */
export const createCheckoutSessionParameters = z.strictObject({
  ...expandParameter,
  mode: formChoice(['payment', 'subscription']),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: formUrl,
  cancel_url: formUrl.optional(),
  currency: formCurrency.optional(),
  client_reference_id: formText(200).optional(),
  metadata: formMetadata.optional(),
  payment_intent_data: paymentIntentData.optional(),
  subscription_data: subscriptionData.optional(),
  expires_at: formInteger.optional(),
  submit_type: formChoice(['auto', 'book', 'donate', 'pay']).optional(),
  adaptive_pricing: z.strictObject({ enabled: formBoolean.optional() }).optional(),
  allowed_payment_method_types: z.array(formText(60)).optional(),
  excluded_payment_method_types: z.array(formText(60)).optional(),
  billing_address_collection: formChoice(['auto', 'required']).optional(),
  customer_creation: formChoice(['if_required']).optional(),
  customer_email: formEmail.optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: formText(1200) }).optional() }).optional(),
  integration_identifier: formText(200).optional(),
  locale: z
    .string()
    .regex(/^(auto|[a-z]{2,3}(-[A-Z0-9]{2,3})?)$/)
    .optional(),
  origin_context: formChoice(['mobile_app', 'web']).optional(),
  ui_mode: formChoice(['hosted_page']).optional(),
});

/** Parsed parameters of a new session. */
export type CreateCheckoutSession = z.infer<typeof createCheckoutSessionParameters>;

/** Parameters of `GET /v1/checkout/sessions`. */
export const listCheckoutSessionsParameters = z.strictObject({
  ...pageParameters,
  created: formCreated.optional(),
  payment_intent: z.string().optional(),
  status: formChoice(['open', 'complete', 'expired']).optional(),
  subscription: z.string().optional(),
});
