import * as z from 'zod/mini';

const decimal = z.number();

/**
 * `starting`: the first payment is not confirmed yet. `past_due`: a renewal failed and will be retried. `paused`: nothing is
 * charged until `pausedUntil` or, if it is null, until the donor resumes the plan. `ended`: nothing is charged anymore.
 */
export const planStatus = z.enum(['starting', 'active', 'past_due', 'paused', 'ended']);

/** A plan. `amount`, `serviceFee` and `total` are in US dollars. `charge` is the monthly charge to the card. */
export const planResponse = z.object({
  id: z.string(),
  status: planStatus,
  label: z.string(),
  charityId: z.int(),
  charityName: z.string(),
  mealsProvided: z.int(),
  amount: decimal,
  serviceFee: decimal,
  total: decimal,
  charge: z.object({ subtotal: decimal, serviceFee: decimal, total: decimal, currency: z.string() }),
  /** The ISO instant of the next charge; null if none is planned. */
  nextChargeAt: z.nullable(z.string()),
  /** The end of the donor's pause, even while the plan waits for a charity. */
  pausedUntil: z.nullable(z.string()),
  /** True if the charity was retired. Then nothing is charged until the donor chooses another one. */
  waitsForCharity: z.boolean(),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** The card as the provider names it, such as "Visa ending in 4242"; null if unknown. */
  card: z.nullable(z.string()),
});

export type PlanResponse = z.infer<typeof planResponse>;
