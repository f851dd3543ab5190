import { render, toPlainText } from '@react-email/render';
import type { ComponentType } from 'react';
import type { MailContents, RenderMail } from '#domain/mail/mail.ts';
import { ChangeEmailMail, ConfirmEmailMail, linkSubjects, ResetPasswordMail } from './account-link-mails.tsx';
import { EmailChangedMail, noticeSubjects, PasswordChangedMail } from './account-notice-mails.tsx';
import { ContactNoticeMail, contactNoticeSubject } from './contact-notice-mail.tsx';
import { ContactReplyMail, contactReplySubject } from './contact-reply-mail.tsx';
import { NewsletterConfirmationMail, newsletterConfirmationSubject } from './newsletter-confirmation-mail.tsx';
import {
  PlanChangedMail,
  planChangedSubject,
  PlanEndedMail,
  planEndedSubject,
  RenewalFailedMail,
  renewalFailedSubject,
  RenewalNoticeMail,
  renewalNoticeSubject,
} from './plan-mails.tsx';
import { ReceiptMail, receiptSubject } from './receipt-mail.tsx';
import { ReversalMail, reversalSubject } from './reversal-mail.tsx';

interface MailTemplate<Content> {
  readonly subject: (content: Content) => string;
  readonly Body: ComponentType<Content>;
}

/** Every mail of the product: its subject and its body. */
const templates: { readonly [Name in keyof MailContents]: MailTemplate<MailContents[Name]> } = {
  receipt: { subject: receiptSubject, Body: ReceiptMail },
  confirm_email: { subject: () => linkSubjects.confirmEmail, Body: ConfirmEmailMail },
  change_email: { subject: () => linkSubjects.changeEmail, Body: ChangeEmailMail },
  reset_password: { subject: () => linkSubjects.resetPassword, Body: ResetPasswordMail },
  email_changed: { subject: () => noticeSubjects.emailChanged, Body: EmailChangedMail },
  password_changed: { subject: () => noticeSubjects.passwordChanged, Body: PasswordChangedMail },
  contact_notice: { subject: contactNoticeSubject, Body: ContactNoticeMail },
  contact_reply: { subject: contactReplySubject, Body: ContactReplyMail },
  newsletter_confirmation: { subject: () => newsletterConfirmationSubject, Body: NewsletterConfirmationMail },
  reversal: { subject: reversalSubject, Body: ReversalMail },
  renewal_notice: { subject: renewalNoticeSubject, Body: RenewalNoticeMail },
  renewal_failed: { subject: renewalFailedSubject, Body: RenewalFailedMail },
  plan_changed: { subject: planChangedSubject, Body: PlanChangedMail },
  plan_ended: { subject: planEndedSubject, Body: PlanEndedMail },
};

/** Puts a mail into words. The subject is one line, whatever stands in the content. */
export const renderMail: RenderMail = async (name, content) => {
  const { subject, Body } = templates[name];
  const html = await render(<Body {...content} />);
  return { subject: oneLine(subject(content)), html, text: `${toPlainText(html, { selectors }).trim()}\n` };
};

/** In plain text, titles keep their letters, figures stand beside their names, and what people wrote keeps its spaces. */
const selectors = [
  { selector: 'p[data-as-written]', format: 'pre' },
  { selector: 'h1', options: { uppercase: false } },
  { selector: 'table[aria-label]', format: 'dataTable', options: { uppercaseHeaderCells: false } },
];

/** A line break in a subject would begin a header of somebody else's choosing. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
