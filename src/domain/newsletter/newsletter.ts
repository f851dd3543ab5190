/** A draft can be changed. From `sending` on, a newsletter no longer changes; it can be `paused` until it is `sent` to everyone. */
export const newsletterStatuses = ['draft', 'sending', 'paused', 'sent'] as const;

export type NewsletterStatus = (typeof newsletterStatuses)[number];

/** Who or what paused a newsletter. `refusals`: too many emails were refused. `restore`: some may have been sent before it. */
export const pauseCauses = ['staff', 'refusals', 'restore'] as const;

export type PauseCause = (typeof pauseCauses)[number];

/** What became of an email. `skipped`: the subscriber unsubscribed before it was sent. `failed`: it could not be sent for days. */
export type RecipientStatus = 'waiting' | 'sent' | 'bounced' | 'skipped' | 'failed';

/**
 * Returns true if more than 5 % of the emails were refused, which costs us the trust of mail servers. Fewer than 100 emails count as
 * 100, because a few refusals among them say nothing yet.
 */
export const hasTooManyRefusals = ({ sent, bounced }: Readonly<Record<'sent' | 'bounced', number>>): boolean =>
  bounced * 20 > Math.max(sent + bounced, emailsMin);

const emailsMin = 100;
