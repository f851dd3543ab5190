import type { Money } from '#domain/money/money.ts';

/** What each mail is about, by the mail's name: the server gathers it, `src/mails` puts it into words. */
export interface MailContents {
  readonly receipt: ReceiptContent;
  readonly confirm_email: LinkContent;
  readonly change_email: LinkContent;
  readonly reset_password: LinkContent;
  readonly email_changed: EmailChangedContent;
  readonly password_changed: PasswordChangedContent;
  readonly contact_notice: ContactNoticeContent;
  readonly contact_reply: ContactReplyContent;
  readonly newsletter_confirmation: NewsletterConfirmationContent;
  readonly reversal: ReversalContent;
  readonly renewal_notice: PlanContent;
  readonly renewal_failed: PlanContent;
  readonly plan_changed: PlanContent;
  readonly plan_ended: PlanContent;
}

/**
 * A link that works once. Of the account only the user name is told: the mail may go to an address that is not its owner's,
 * and other names can hold whatever somebody wants such an address to read.
 */
export interface LinkContent {
  readonly username: string;
  readonly linkUrl: string;
  /** How long the link works from when it was asked for. */
  readonly validHours: number;
}

/** What the old address of an account learns when another one has taken its place. */
export interface EmailChangedContent {
  readonly username: string;
}

/** What an account's address learns when its password was changed. */
export interface PasswordChangedContent {
  readonly username: string;
  /** Address of the page where a link to choose another password is asked for. */
  readonly signInUrl: string;
}

/** How many contact messages wait for the team. */
export interface ContactNoticeContent {
  readonly messages: number;
  /** Address of the inbox. */
  readonly inboxUrl: string;
}

/** The team's answer to a contact message, and the message; all texts as they were written. */
export interface ContactReplyContent {
  readonly reply: string;
  /** Subject of the message; may be empty. */
  readonly subject: string;
  readonly message: string;
  readonly sentAt: Date;
}

/** Asks an address whether it wants the newsletter. */
export interface NewsletterConfirmationContent {
  readonly linkUrl: string;
  /** How long the link works from when it was asked for. */
  readonly validHours: number;
  /** Address by which a subscriber leaves. */
  readonly leaveUrl: string;
}

/** A settled donation as its receipt tells it. */
export interface ReceiptContent {
  /** Stands in history, receipt and the provider's books alike. */
  readonly transactionId: string;
  readonly donorName: string;
  readonly charityName: string;
  /** What was given, as a snack or a sentence of ours names it. */
  readonly label: string;
  readonly meals: number;
  readonly isMonthly: boolean;
  /** The gift without the fee, the fee, and both. */
  readonly amount: Money;
  readonly serviceFee: Money;
  readonly total: Money;
  /** What was paid, in the currency in which it was charged, and whether a card or PayPal paid it. */
  readonly charged: Money;
  readonly paidWith: 'card' | 'paypal';
  readonly donatedAt: Date;
  /** IANA name of the donor's zone: the date of the receipt is the date where the donor was. */
  readonly timeZone: string;
  /** Address of the donor's history. */
  readonly historyUrl: string;
}

/** Money of a gift that went back to the donor, or came again. */
export interface ReversalContent {
  readonly kind: 'refund' | 'dispute';
  /** `returned`: a refund failed or a dispute was won, so that the money counts again. */
  readonly direction: 'taken' | 'returned';
  readonly donorName: string;
  readonly transactionId: string;
  readonly label: string;
  readonly charityName: string;
  /** What went back or came again, and all that was charged, in the currency of the charge. */
  readonly amount: Money;
  readonly charged: Money;
  /** Address of the donor's history. */
  readonly historyUrl: string;
}

/** A monthly gift as the mails about it tell it. */
export interface PlanContent {
  readonly donorName: string;
  readonly charityName: string;
  /** Gift and fee of one month, and what the card pays for it. */
  readonly total: Money;
  readonly charged: Money;
  /** What was changed; absent in other mails. */
  readonly change?: 'terms' | 'pause' | 'resume';
  /** The charge that a notice is about. */
  readonly chargeAt?: Date;
  readonly pausedUntil?: Date;
  /** When a charge that failed is tried again, and where it can be paid by hand. */
  readonly nextAttemptAt?: Date;
  readonly payUrl?: string;
  readonly timeZone: string;
  /** Address of the donor's monthly gifts. */
  readonly accountUrl: string;
}

/** A mail in words: the same content as markup and as plain text. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Puts a mail into words. */
export type RenderMail = <Name extends keyof MailContents>(
  name: Name,
  content: MailContents[Name],
) => Promise<RenderedMail>;
