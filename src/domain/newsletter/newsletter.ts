/** Only a `draft` can be changed. A newsletter that is being sent can be `paused` until it is `sent` to everyone. */
export const newsletterStatuses = ['draft', 'sending', 'paused', 'sent'] as const;

export type NewsletterStatus = (typeof newsletterStatuses)[number];

/** The cause of a pause. `refusals`: too many emails were refused. `restore`: some emails may have been sent before a restore. */
export const pauseCauses = ['staff', 'refusals', 'restore'] as const;

export type PauseCause = (typeof pauseCauses)[number];

/** The status of an email. `skipped`: its subscriber unsubscribed before it was sent. `failed`: it could not be sent for days. */
export type RecipientStatus = 'waiting' | 'sent' | 'bounced' | 'skipped' | 'failed';

/**
 * Returns true if more than 5 % of the emails were refused. So many refusals cost us the trust of mail servers. Fewer than 100
 * emails count as 100, because a few refusals among them say nothing yet.
 */
export const hasTooManyRefusals = ({ sent, bounced }: Readonly<Record<'sent' | 'bounced', number>>): boolean =>
  bounced * 20 > Math.max(sent + bounced, emailsMin);

const emailsMin = 100;
