import { z } from 'zod';
import { formCurrency, formMonthly } from './checkout-session.ts';
import {
  expandParameter,
  formBoolean,
  formChoice,
  formInteger,
  formIntegerBetween,
  formMetadataChange,
  formText,
  formUnset,
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

/** Accepts only `none`, because the sandbox never prorates. Other values would charge or refund part of the current month. */
const formNoProration = z
  .string()
  .transform((text, context) =>
    text === 'none'
      ? text
      : refuse(context, 'parameter_invalid', 'The sandbox supports only `none`: it never prorates.'),
  );

/** Parameters of `POST /v1/subscriptions/:id`. */
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

/** Parameters of `POST /v1/subscriptions/:id/resume`. The sandbox never prorates, so the current month does not change. */
export const resumeSubscriptionParameters = z.strictObject({
  ...expandParameter,
  billing_cycle_anchor: z.strictObject({ type: formChoice(['unchanged']) }),
  proration_behavior: formNoProration,
});

/** Parameters of an update that an empty string unsets. */
export const unsettableSubscriptionParameters = ['pause_collection', 'description'];

/** Parsed parameters of an update. */
export type UpdateSubscription = z.infer<typeof updateSubscriptionParameters>;

const formFalse = formBoolean.transform((value, context) =>
  value ? refuse(context, 'parameter_invalid', 'In the sandbox, a cancellation neither charges nor refunds.') : value,
);

/** Parameters of `DELETE /v1/subscriptions/:id`. */
export const cancelSubscriptionParameters = z.strictObject({
  ...expandParameter,
  invoice_now: formFalse.optional(),
  prorate: formFalse.optional(),
});
