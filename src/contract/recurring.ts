import * as z from 'zod/mini';
import { pauseMonthsMax } from '#domain/recurring/pause.ts';
import { enteredAmount } from './checkout.ts';
import { planResponse } from './plan.ts';
import { reversalState } from './receipt.ts';

export const planSentences = {
  planUnknown: 'This monthly gift does not exist.',
  planOver: 'This monthly gift has ended.',
  stillPaused: 'This monthly gift is still paused. Please replace your card and try again.',
  busy: 'This monthly gift was being changed at the same time. Please check it and try again.',
  amountInvalid: 'Please enter an amount between US$1.00 and US$10,000.00',
  charityInvalid: 'Please select a valid charity',
  charityRetired: 'This charity no longer takes donations. Please choose another one.',
  monthsInvalid: `Please choose between 1 and ${pauseMonthsMax} months`,
  nothingToChange: 'Please change the amount or the charity',
  unavailable: 'The payment provider did not confirm this change. Please try again.',
} as const;

const decimal = z.number();

/** `GET /api/plans`: first the plans that have not ended, then the others, both newest first. */
export const plansResponse = z.array(planResponse);

/**
 * `PATCH /api/plans/{id}`: a new amount in US dollars without the fee, another charity, or both, from the next charge on.
 * `customAmountEntered` is the amount as typed, as in a checkout.
 */
export const changePlanRequest = z.object({
  amount: z.optional(z.number({ error: planSentences.amountInvalid })),
  customAmountEntered: z.optional(enteredAmount),
  charityId: z.optional(z.int({ error: planSentences.charityInvalid })),
});

export type ChangePlanRequest = z.infer<typeof changePlanRequest>;

/** `POST /api/plans/{id}/pause`: no charge for this number of months. */
export const pausePlanRequest = z.object({
  months: z
    .int({ error: planSentences.monthsInvalid })
    .check(
      z.gte(1, { error: planSentences.monthsInvalid }),
      z.lte(pauseMonthsMax, { error: planSentences.monthsInvalid }),
    ),
});

/** `POST /api/plans/{id}/portal`: the provider's page where the card is replaced. */
export const planPortalResponse = z.object({ url: z.string() });

/** One charge of a plan. `amount` is the charge to the card, in `currency`. `donationId` identifies its donation and receipt. */
export const planChargeResponse = z.object({
  chargedAt: z.string(),
  /** The donor's day, YYYY-MM-DD. */
  day: z.string(),
  amount: decimal,
  currency: z.string(),
  /** `paid`, or the state of the charge's refund or dispute. */
  status: z.enum(['paid', ...reversalState.options]),
  donationId: z.string(),
});

export type PlanCharge = z.infer<typeof planChargeResponse>;

/** `GET /api/plans/{id}/charges`: newest first. */
export const planChargesResponse = z.array(planChargeResponse);
