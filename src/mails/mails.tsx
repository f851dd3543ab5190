import { render, toPlainText } from '@react-email/render';
import type { ComponentType } from 'react';
import type { MailContents, RenderMail } from '#domain/mail/mail.ts';
import type { MailWords } from '#domain/words/words.ts';
import { AlertMail, alertSubject } from './alert-mail.tsx';
import {
  accountSubjects,
  ChangeEmailMail,
  ConfirmEmailMail,
  EmailChangedMail,
  PasswordChangedMail,
  ResetPasswordMail,
} from './account-mails.tsx';
import { ArrivalMail, arrivalSubject } from './arrival-mail.tsx';
import { ContactNoticeMail, contactNoticeSubject, ContactReplyMail, contactReplySubject } from './contact-mails.tsx';
import { InvitationMail, invitationSubject } from './invitation-mail.tsx';
import { DonorsMergedMail, donorsMergedSubject } from './merge-mail.tsx';
import { MailWordsContext } from './mail-words.ts';
import { NewsletterMail } from './newsletter-issue.tsx';
import { NewsletterConfirmationMail, newsletterConfirmationSubject } from './newsletter-mail.tsx';
import {
  ChooseCharityMail,
  chooseCharitySubject,
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
  readonly subject: (content: Content, words: MailWords) => string;
  readonly Body: ComponentType<Content>;
}

/** Every email we send. */
const templates: { readonly [Name in keyof MailContents]: MailTemplate<MailContents[Name]> } = {
  receipt: { subject: receiptSubject, Body: ReceiptMail },
  confirm_email: { subject: (_content, { name }) => accountSubjects.confirmEmail(name), Body: ConfirmEmailMail },
  change_email: { subject: (_content, { name }) => accountSubjects.changeEmail(name), Body: ChangeEmailMail },
  reset_password: { subject: (_content, { name }) => accountSubjects.resetPassword(name), Body: ResetPasswordMail },
  email_changed: { subject: (_content, { name }) => accountSubjects.emailChanged(name), Body: EmailChangedMail },
  password_changed: {
    subject: (_content, { name }) => accountSubjects.passwordChanged(name),
    Body: PasswordChangedMail,
  },
  donors_merged: { subject: donorsMergedSubject, Body: DonorsMergedMail },
  contact_notice: { subject: contactNoticeSubject, Body: ContactNoticeMail },
  contact_reply: { subject: contactReplySubject, Body: ContactReplyMail },
  newsletter_confirmation: { subject: newsletterConfirmationSubject, Body: NewsletterConfirmationMail },
  newsletter: { subject: ({ subject }) => subject, Body: NewsletterMail },
  staff_alert: { subject: alertSubject, Body: AlertMail },
  staff_invitation: { subject: invitationSubject, Body: InvitationMail },
  reversal: { subject: reversalSubject, Body: ReversalMail },
  arrival: { subject: arrivalSubject, Body: ArrivalMail },
  renewal_notice: { subject: renewalNoticeSubject, Body: RenewalNoticeMail },
  renewal_failed: { subject: renewalFailedSubject, Body: RenewalFailedMail },
  plan_changed: { subject: planChangedSubject, Body: PlanChangedMail },
  choose_charity: { subject: chooseCharitySubject, Body: ChooseCharityMail },
  plan_ended: { subject: planEndedSubject, Body: PlanEndedMail },
};

/** Renders emails as a subject, HTML and plain text, from this sender. */
export const mailRenderer =
  (words: MailWords): RenderMail =>
  async (name, content) => {
    const { subject, Body } = templates[name];
    const html = await render(
      <MailWordsContext value={words}>
        <Body {...content} />
      </MailWordsContext>,
    );
    return { subject: oneLine(subject(content, words)), html, text: `${toPlainText(html, { selectors }).trim()}\n` };
  };

/** For the plain text part: keep the case of headings, align figure tables, and keep the spaces in text that a person typed. */
const selectors = [
  { selector: 'p[data-plain-text]', format: 'pre' },
  { selector: 'h1', options: { uppercase: false } },
  { selector: 'table[aria-label]', format: 'dataTable', options: { uppercaseHeaderCells: false } },
];

/** Without line breaks, so that text in a subject cannot inject an email header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
