import * as z from 'zod/mini';
import { subscribeRequest } from '#contract/newsletter.ts';
import { reason } from './reason.ts';

export const subscriberSentences = { unknown: 'No subscriber has this address.' } as const;

/** `POST /api/admin/subscribers/erase`: a subscriber who asked to be erased. */
export const eraseSubscriberRequest = z.object({ ...subscribeRequest.shape, reason });
