import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { instantSchema, textSchema } from './wire-values.ts';

/** What the product reads of a checkout session; the rest may be anything. */
const sessionSchema = z.object({
  id: textSchema,
  object: z.literal('checkout.session'),
  status: z.nullable(z.string()),
  payment_status: z.string(),
  amount_total: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  livemode: z.boolean(),
  created: z.optional(instantSchema),
  expires_at: z.optional(instantSchema),
  payment_intent: z.nullish(z.union([textSchema, z.looseObject({ id: textSchema })])),
  mode: z.optional(z.string()),
  subscription: z.nullish(z.union([textSchema, z.looseObject({ id: textSchema })])),
  invoice: z.nullish(z.union([textSchema, z.looseObject({ id: textSchema })])),
  metadata: z.nullish(z.record(z.string(), textSchema)),
});

/**
 * Throws TypeError for an answer that is no checkout session. The SDK takes any JSON without an `error` key for success,
 * whatever its status, and checks no field: a proxy's page would pass.
 */
export function assertSession(session: Stripe.Checkout.Session): void {
  const { error } = sessionSchema.safeParse(session);
  if (error) throw new TypeError(`the answer is no checkout session: ${error.issues[0]?.path.join('.') ?? ''}`);
}
