import { z } from 'zod';
import { formCurrency, formMonthly } from './checkout-session-parameters.ts';
import {
  expandParameter,
  formBoolean,
  formChoice,
  formCreated,
  formInteger,
  formIntegerBetween,
  formMetadataChange,
  formText,
  formUnset,
  pageParameters,
  refuse,
} from './form-values.ts';

const priceData = z.strictObject({
  currency: formCurrency,
  product: z.string(),
  recurring: formMonthly,
  unit_amount: formIntegerBetween(0, 99_999_999),
});

const item = z.strictObject({
  id: z.string().optional(),
  deleted: formBoolean.optional(),
  price_data: priceData.optional(),
  quantity: formIntegerBetween(1, 999_999).optional(),
});

/** Anything but leaving the running month alone would charge or give back, which the sandbox does not know. */
const formNoProration = z
  .string()
  .transform((text, context) =>
    text === 'none' ? text : refuse(context, 'parameter_invalid', 'Here only `none` is known: months are never split.'),
  );

/** What `POST /v1/subscriptions/:id` takes. */
export const updateSubscriptionParameters = z.strictObject({
  ...expandParameter,
  items: z.array(item).min(1).max(20).optional(),
  proration_behavior: formNoProration.optional(),
  pause_collection: z
    .union([formUnset, z.strictObject({ behavior: formChoice(['void']), resumes_at: formInteger.optional() })])
    .optional(),
  cancel_at_period_end: formBoolean.optional(),
  default_payment_method: z.string().optional(),
  description: z.union([formUnset, formText(500)]).optional(),
  metadata: formMetadataChange.optional(),
});

/** Parameters of an update that an empty text unsets. */
export const unsettableOfSubscription = ['pause_collection', 'description'];

/** The parsed parameters of an update. */
export type UpdateSubscription = z.infer<typeof updateSubscriptionParameters>;

const formNever = formBoolean.transform((isAsked, context) =>
  isAsked ? refuse(context, 'parameter_invalid', 'Here a cancellation neither charges nor gives back.') : isAsked,
);

/** What `DELETE /v1/subscriptions/:id` takes. */
export const cancelSubscriptionParameters = z.strictObject({
  ...expandParameter,
  invoice_now: formNever.optional(),
  prorate: formNever.optional(),
});

/** What `GET /v1/subscriptions` takes. */
export const listSubscriptionsParameters = z.strictObject({
  ...pageParameters,
  created: formCreated.optional(),
  customer: z.string().optional(),
  status: formChoice(['active', 'past_due', 'canceled', 'ended', 'all']).optional(),
});
