/** The events that we announce to other programs. */
export const webhookEvents = ['donation.settled', 'donation.refunded', 'plan.changed', 'payout.paid'] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** The event that staff send to try an endpoint. */
export const testEvent = 'webhook.test';
