import * as z from 'zod/mini';
import { pauseMonthsMax } from '#domain/recurring/pause.ts';
import { reversalState } from './receipt.ts';

/** What the calls of monthly gifts say when they refuse. */
export const planSentences = {
  planUnknown: 'There is no such monthly gift.',
  planOver: 'This monthly gift has ended.',
  amountInvalid: 'Please enter an amount between $1.00 and $10,000.00',
  charityInvalid: 'Please select a valid charity',
  monthsInvalid: `Please choose between 1 and ${pauseMonthsMax} months`,
  nothingToChange: 'Please change the amount or the charity',
  unavailable: 'The payment provider did not confirm this change. Please try again.',
} as const;

const decimal = z.number();

/**
 * Where a monthly gift stands. `starting`: its first payment is not confirmed yet; `past_due`: a renewal failed and is tried
 * again; `paused`: no charge until `pausedUntil`; `ended`: never charged again.
 */
export const planStatus = z.enum(['starting', 'active', 'past_due', 'paused', 'ended']);

/** A monthly gift: `amount`, `serviceFee` and `total` in US dollars, `charge` what the card pays each month. */
export const planAnswer = z.object({
  id: z.string(),
  status: planStatus,
  label: z.string(),
  charityId: z.int(),
  charityName: z.string(),
  mealsProvided: z.int(),
  amount: decimal,
  serviceFee: decimal,
  total: decimal,
  charge: z.object({ total: decimal, currency: z.string() }),
  /** ISO instant of the next charge; null when there will be none as things stand. */
  nextChargeAt: z.nullable(z.string()),
  pausedUntil: z.nullable(z.string()),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** The card as the provider names it, such as "Visa ending in 4242"; null when it is not known. */
  card: z.nullable(z.string()),
});

/** A monthly gift on the wire. */
export type PlanAnswer = z.infer<typeof planAnswer>;

/** `GET /api/plans`: those that go on first, then those that ended, newest first. */
export const plansAnswer = z.array(planAnswer);

/** `PATCH /api/plans/{id}`: a new amount without the fee in US dollars, another charity, or both; from the next charge on. */
export const changePlanRequest = z.object({
  amount: z.optional(z.number({ error: planSentences.amountInvalid })),
  charityId: z.optional(z.int({ error: planSentences.charityInvalid })),
});

/** `POST /api/plans/{id}/pause`: no charge for so many months. */
export const pausePlanRequest = z.object({
  months: z
    .int({ error: planSentences.monthsInvalid })
    .check(
      z.gte(1, { error: planSentences.monthsInvalid }),
      z.lte(pauseMonthsMax, { error: planSentences.monthsInvalid }),
    ),
});

/** `POST /api/plans/{id}/portal`: the provider's page where the card is replaced. */
export const planPortalAnswer = z.object({ url: z.string() });

/** One charge of a plan: `amount` is what the card paid, in `currency`. `donationId` leads to its receipt. */
export const planChargeAnswer = z.object({
  chargedAt: z.string(),
  amount: decimal,
  currency: z.string(),
  /** How it stands after refunds and disputes, in the words of a donation's. */
  status: z.enum(['paid', ...reversalState.options]),
  donationId: z.string(),
});

/** A charge on the wire. */
export type PlanCharge = z.infer<typeof planChargeAnswer>;

/** `GET /api/plans/{id}/charges`: newest first. */
export const planChargesAnswer = z.array(planChargeAnswer);
