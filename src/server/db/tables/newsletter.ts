import type { NewsletterStatus, PauseCause, RecipientStatus } from '#domain/newsletter/newsletter.ts';

/** A newsletter. Once it is no longer a draft, its subject and text never change. */
export interface NewsletterRow {
  id: string;
  subject: string;
  /** In Markdown. */
  body: string;
  /** The number of times it was saved, from 1. */
  version: number;
  status: NewsletterStatus;
  created_at: string;
  updated_at: string;
  /** The username of the person who saved it last; kept when the account is deleted. */
  updated_by: string;
  /** When sending began; null for a draft. */
  started_at: string | null;
  /** The username of the person who sent it. */
  started_by: string | null;
  /** The address in the footer of all its emails. */
  postal_address: string | null;
  /** The last subscriber whose email was put into the outbox. */
  enqueued_to: string | null;
  /** When the last email was put into the outbox. */
  enqueued_at: string | null;
  /** Refused emails are counted from then on: when sending began or was resumed. */
  counted_since: string | null;
  pause_cause: PauseCause | null;
  paused_at: string | null;
  finished_at: string | null;
}

/** A newsletter's email to one subscriber. */
export interface NewsletterRecipientRow {
  newsletter_id: string;
  subscriber_id: string;
  status: RecipientStatus;
  /** When the email was sent, refused or skipped. */
  decided_at: string | null;
  /** When the subscriber unsubscribed, if this was the last newsletter before that. */
  unsubscribed_at: string | null;
}

/** What all newsletters share: one row. */
export interface NewsletterSettingsRow {
  id: 'only';
  /** With line breaks. */
  postal_address: string;
  /** The number of times the address was set, from 1. */
  version: number;
}
