import type { MarkdownBlocks } from '#domain/markdown/markdown.ts';
import type { Money } from '#domain/money/money.ts';
import type { AlertLine } from '#domain/staff/alerts/alert-lines.ts';
import type { StaffRole } from '#domain/staff/rights.ts';

/** The content of each email. The server gathers it and `src/mails` writes the text. */
export interface MailContents {
  readonly receipt: ReceiptContent;
  readonly confirm_email: LinkContent;
  readonly change_email: LinkContent;
  readonly reset_password: LinkContent;
  readonly email_changed: EmailChangedContent;
  readonly password_changed: PasswordChangedContent;
  readonly donors_merged: DonorsMergedContent;
  readonly contact_notice: ContactNoticeContent;
  readonly contact_reply: ContactReplyContent;
  readonly newsletter_confirmation: NewsletterConfirmationContent;
  readonly newsletter: NewsletterContent;
  readonly staff_invitation: StaffInvitationContent;
  readonly staff_alert: StaffAlertContent;
  readonly reversal: ReversalContent;
  readonly arrival: ArrivalContent;
  readonly renewal_notice: PlanContent;
  readonly renewal_failed: PlanContent;
  readonly plan_changed: PlanContent;
  readonly choose_charity: PlanContent;
  readonly plan_ended: PlanContent;
}

/**
 * A link that works once. The email can reach a stranger, and a name could contain a message to the stranger. So the email
 * contains only the username, in its harmless form unless the address is confirmed.
 */
export interface LinkContent {
  readonly username: string;
  readonly linkUrl: string;
  /** The hours for which the link works after the request. */
  readonly validHours: number;
}

/** Tells an account's old address that it was replaced. */
export interface EmailChangedContent {
  readonly username: string;
}

/** Tells the account's address that its password was changed. */
export interface PasswordChangedContent {
  readonly username: string;
  /** The page from which a password link can be requested. */
  readonly signInUrl: string;
  /** True if the reset also turned off two-step sign-in, which had been set up before the address was confirmed. */
  readonly isFactorRemoved: boolean;
}

/** Tells a donor that the team has merged two donors. */
export interface DonorsMergedContent {
  /** The owner of the account that stays, of the account that ended, or of the account that got a guest's donations. */
  readonly reader: 'kept' | 'ended' | 'guest';
  /** The username of the account that stays. */
  readonly username: string;
  readonly donations: number;
  readonly plans: number;
  readonly signInUrl: string;
}

/** Tells the team about new contact messages. */
export interface ContactNoticeContent {
  readonly messages: number;
  readonly inboxUrl: string;
}

/** The team's reply to a contact message, with the message. All texts are as they were typed. */
export interface ContactReplyContent {
  readonly reply: string;
  /** The subject of the message; may be empty. */
  readonly subject: string;
  readonly message: string;
  readonly sentAt: Date;
}

/** Invites someone to the team. */
export interface StaffInvitationContent {
  readonly linkUrl: string;
  /** The hours for which the link works. */
  readonly validHours: number;
  /** The username of the Owner who invites. */
  readonly invitedBy: string;
  readonly role: StaffRole;
}

/** Tells a member of the team what has begun to need review since the last alert. */
export interface StaffAlertContent {
  readonly lines: readonly (Omit<AlertLine, 'path'> & { readonly url: string })[];
}

/** Asks a subscriber to confirm the subscription. */
export interface NewsletterConfirmationContent {
  readonly linkUrl: string;
  /** The hours for which the link works after the request. */
  readonly validHours: number;
  /** Unsubscribes the address. */
  readonly unsubscribeUrl: string;
}

/** A newsletter, as one subscriber gets it. */
export interface NewsletterContent {
  readonly subject: string;
  readonly blocks: MarkdownBlocks;
  /** The postal address, on several lines; null in a preview if none has been entered. */
  readonly postalAddress: string | null;
  /** Unsubscribes the address; null in a preview and in a test email, because they go to no subscriber. */
  readonly unsubscribeUrl: string | null;
}

/** The reader of an email about a donation. A guest has no name and no history, but can claim the donation. */
export type DonationReader =
  | { readonly kind: 'donor'; readonly name: string; readonly historyUrl: string }
  | { readonly kind: 'guest'; readonly claimUrl: string };

/** A settled donation's receipt. */
export interface ReceiptContent {
  /** The donation's id, the same in history, receipt and at the provider. */
  readonly transactionId: string;
  readonly reader: DonationReader;
  readonly charityName: string;
  readonly label: string;
  readonly meals: number;
  readonly isMonthly: boolean;
  /** The subtotal in US dollars; the fee and the total follow. */
  readonly amount: Money;
  readonly serviceFee: Money;
  readonly total: Money;
  /** The amount charged, in the currency of the charge. */
  readonly charged: Money;
  readonly paidWith: 'card' | 'paypal';
  readonly donatedAt: Date;
  /** IANA name of the donor's time zone, which decides the receipt's date. */
  readonly timeZone: string;
  /** Undefined if the public log cannot prove the receipt now. */
  readonly proof: ProofContent | undefined;
}

/** A proof that the donation is in the public log or, until a signed tree head includes it, that it will be. */
export interface ProofContent {
  readonly kind: 'promise' | 'inclusion';
  /** Opens the page that checks the proof. The link contains the whole proof. */
  readonly verifyUrl: string;
}

/** A refund or dispute of a donation, or money returned to us after one. */
export interface ReversalContent {
  readonly kind: 'refund' | 'dispute';
  /** `returned`: a refund failed or a dispute was won, so the money counts again. */
  readonly direction: 'taken' | 'returned';
  readonly reader: DonationReader;
  readonly transactionId: string;
  readonly label: string;
  readonly charityName: string;
  /** The amount taken or returned, in the currency of `charged`. A dispute can take more than was left, or than was charged. */
  readonly amount: Money;
  /** The part of `charged` that no longer counts, or counts again. */
  readonly counted: Money;
  readonly charged: Money;
}

/** Tells a donor that the charity has confirmed a transfer with their donations. */
export interface ArrivalContent {
  readonly reader: DonationReader;
  readonly charityName: string;
  /** The day of the transfer, and the bank's reference. */
  readonly paidOn: string;
  readonly reference: string;
  /** The donor's oldest donations in the transfer, each with the rest of the charity's part. `day` is the donor's day. */
  readonly donations: readonly { readonly label: string; readonly day: string; readonly amount: Money }[];
  /** The number of all the donor's donations in the transfer, and their sum. */
  readonly count: number;
  readonly total: Money;
  /** True if an earlier payout was confirmed too, but then returned by the bank. */
  readonly wasConfirmedBefore: boolean;
}

/** A monthly donation, for the emails about it. */
export interface PlanContent {
  readonly donorName: string;
  readonly charityName: string;
  /** The donation of one month, without the fee. */
  readonly amount: Money;
  /** The monthly charge to the card, fee included. */
  readonly charged: Money;
  /** The kind of change; only in the email about a change. `charity_back`: a retired charity takes donations again. */
  readonly change?: 'terms' | 'pause' | 'resume' | 'charity_back';
  /** The charge that a renewal notice announces. */
  readonly chargeAt?: Date;
  /** The first charge after a pause with an end. */
  readonly resumesAt?: Date;
  /** True if the donor had paused the plan before it began to wait for a charity. */
  readonly isPausedByDonor?: true;
  /** The time at which the provider retries a failed charge; absent if it does not. */
  readonly nextAttemptAt?: Date;
  /** The provider's page for paying a failed charge by hand. */
  readonly payUrl?: string;
  /** The reason why a plan ended, if the donor did not end it. */
  readonly endCause?: 'failed_payment';
  readonly timeZone: string;
  /** The page with the donor's plans. */
  readonly accountUrl: string;
}

/** A rendered email; `html` and `text` say the same. */
export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Renders an email from the organization. */
export type RenderMail = <Name extends keyof MailContents>(
  name: Name,
  content: MailContents[Name],
) => Promise<RenderedMail>;
