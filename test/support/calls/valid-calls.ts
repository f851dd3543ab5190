import type { EndpointName } from '#contract/endpoints.ts';
import { validDonorCalls } from '../accounts/valid-donor-calls.ts';
import { validPayoutCalls } from '../payouts/valid-payout-calls.ts';
import { validNewsletterCalls } from '../newsletter/valid-newsletter-calls.ts';
import { signedInCalls } from './signed-in-calls.ts';
import { moneyCalls } from './money-calls.ts';
import { peopleCalls } from './people-calls.ts';
import { siteCalls } from './site-calls.ts';
import type { ValidCall } from './valid-call.ts';
import { visitorCalls } from './visitor-calls.ts';

/** A successful call of each endpoint. A missing endpoint is a compiler error. */
export const validCalls: Readonly<Record<EndpointName, ValidCall>> = {
  ...visitorCalls,
  ...signedInCalls,
  ...moneyCalls,
  ...peopleCalls,
  ...siteCalls,
  ...validNewsletterCalls,
  ...validDonorCalls,
  ...validPayoutCalls,
};
