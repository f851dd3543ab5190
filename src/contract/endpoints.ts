import { accountEndpoints } from './account-endpoints.ts';
import { contactEndpoints } from './contact-endpoints.ts';
import { donorEndpoints } from './donor-endpoints.ts';
import type { EndpointTable } from './endpoint.ts';
import { giftEndpoints } from './gift-endpoints.ts';
import { moneyDeskEndpoints } from './money-desk-endpoints.ts';
import { newsletterEndpoints } from './newsletter-endpoints.ts';
import { paypalEndpoints } from './paypal-endpoints.ts';
import { recurringEndpoints } from './recurring-endpoints.ts';
import { receiptEndpoints } from './receipt-endpoints.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { signInEndpoints } from './sign-in-endpoints.ts';

/** The endpoint table: routes are registered from it, and nowhere else (design 6). Pages import the parts that they call. */
export const endpoints = {
  ...giftEndpoints,
  ...receiptEndpoints,
  ...signInEndpoints,
  ...sessionEndpoints,
  ...donorEndpoints,
  ...accountEndpoints,
  ...contactEndpoints,
  ...newsletterEndpoints,
  ...reportEndpoints,
  ...paypalEndpoints,
  ...recurringEndpoints,
  ...moneyDeskEndpoints,
} as const satisfies EndpointTable;

/** Name of an endpoint in the table. */
export type EndpointName = keyof typeof endpoints;
