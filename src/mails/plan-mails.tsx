import { Button, Heading, Link, Text } from '@react-email/components';
import type { ReactNode } from 'react';
import type { PlanContent } from '#domain/mail/mail.ts';
import { formatMoneyForAnyone } from '#domain/money/format.ts';
import { MailFrame } from './layout/mail-frame.tsx';
import { mailStyle } from './layout/mail-style.ts';

/** Subject of the notice before a renewal. */
export const renewalNoticeSubject = (plan: PlanContent): string =>
  `Your monthly gift of ${formatDonation(plan)} is due on ${formatDay(plan, plan.chargeAt)}`;

/** The notice three days before a renewal, while there is time to change or end the plan. */
export const RenewalNoticeMail = (plan: PlanContent) => (
  <PlanMail
    plan={plan}
    preview={`${monthlyGift(plan)}, on ${formatDay(plan, plan.chargeAt)}.`}
    title="Your next monthly gift"
  >
    On {formatDay(plan, plan.chargeAt)}, we&apos;ll charge your card {cardCharge(plan)}, for your monthly gift of{' '}
    {formatDonation(plan)} to {plan.charityName}. If that still works for you, there&apos;s nothing to do. Until then,
    you can change, pause or end your gift.
  </PlanMail>
);

/** Subject of the email about a renewal that failed. */
export const renewalFailedSubject = (): string => "Your monthly payment didn't go through";

/** Reports a renewal that the card declined, and how to pay it. */
export const RenewalFailedMail = (plan: PlanContent) => (
  <PlanMail plan={plan} preview="Nothing has been charged." title="Your monthly payment didn't go through">
    We couldn&apos;t charge your card {cardCharge(plan)}, for your monthly gift of {formatDonation(plan)} to{' '}
    {plan.charityName}. Nothing has been charged.{' '}
    {plan.nextAttemptAt
      ? `We'll try again on ${formatDay(plan, plan.nextAttemptAt)}.`
      : "We won't try again automatically."}{' '}
    {plan.payUrl && (
      <>
        You can <Link href={plan.payUrl}>pay with another card</Link>, or replace the card in your account.
      </>
    )}
  </PlanMail>
);

/** Subject of the email about a changed plan. */
export const planChangedSubject = (): string => 'Your monthly gift has changed';

/** Reports a change that the donor made and the provider has confirmed. */
export const PlanChangedMail = (plan: PlanContent) => (
  <PlanMail plan={plan} preview={`${monthlyGift(plan)}.`} title="Your monthly gift has changed">
    {describeChange(plan)} {monthlyGift(plan)}. We&apos;ll charge your card {cardCharge(plan)}.
  </PlanMail>
);

function describeChange(plan: PlanContent): string {
  switch (plan.change) {
    case 'pause':
      return plan.resumesAt
        ? `Your gift is paused until ${formatDay(plan, plan.resumesAt)}, and nothing will be charged before then. After that it resumes automatically:`
        : 'Your gift is paused, and nothing will be charged until it resumes:';
    case 'resume':
      return 'Your gift has resumed:';
    case 'charity_back':
      return `${plan.charityName} takes donations again. ${whenCharged(plan)}`;
    default:
      return 'Your change takes effect with the next payment:';
  }
}

const whenCharged = (plan: PlanContent): string =>
  plan.resumesAt
    ? `Your gift is still paused until ${formatDay(plan, plan.resumesAt)}, as you chose, and then resumes automatically:`
    : 'Your gift resumes with the next payment, and the months in between are not charged:';

/** Subject of the email that asks for another charity. */
export const chooseCharitySubject = (): string => 'Please choose a charity for your monthly gift';

/** Asks the donor of a retired charity to choose another one. */
export const ChooseCharityMail = (plan: PlanContent) => (
  <PlanMail
    plan={plan}
    preview="Nothing is charged until you do."
    title="Please choose another charity"
    button="Choose a charity"
  >
    {plan.charityName} no longer takes donations. It still gets everything you have given so far. Your gift of{' '}
    {formatDonation(plan)} a month is on hold, and we won&apos;t charge your card until you choose another charity. Then
    your gift resumes {plan.isPausedByDonor ? 'after the pause that you chose' : 'with its next payment'}, and the
    months in between are not charged. You can also end it.
  </PlanMail>
);

/** Subject of the email about a plan that has ended. */
export const planEndedSubject = (): string => 'Your monthly gift has ended';

/** Confirms the end of a plan, and says so when failed payments ended it. */
export const PlanEndedMail = (plan: PlanContent) => (
  <PlanMail plan={plan} preview="We won't charge your card again." title="Thank you for every month">
    {plan.endCause === 'failed_payment'
      ? `Your last payment didn't go through, so your gift of ${monthlyGift(plan)} has ended. Nothing was charged for it, and we won't charge your card again. You can start a new monthly gift at any time.`
      : `Your gift of ${monthlyGift(plan)} has ended, and we won't charge your card again.`}
  </PlanMail>
);

interface PlanMailProps {
  readonly plan: PlanContent;
  readonly preview: string;
  readonly title: string;
  readonly button?: string;
  readonly children: ReactNode;
}

const PlanMail = ({ plan, preview, title, button = 'See your monthly gifts', children }: PlanMailProps) => (
  <MailFrame preview={preview}>
    <Heading as="h1" style={mailStyle.heading}>
      {title}
    </Heading>
    <Text style={mailStyle.text}>Hello {plan.donorName},</Text>
    <Text style={mailStyle.text}>{children}</Text>
    <Text style={mailStyle.text}>
      <Button href={plan.accountUrl} style={mailStyle.button}>
        {button}
      </Button>
    </Text>
    <Text style={mailStyle.small}>
      We only charge what you agreed to. You can change or end your monthly gifts at any time in your account.
    </Text>
  </MailFrame>
);

const monthlyGift = (plan: PlanContent): string => `${formatDonation(plan)} a month to ${plan.charityName}`;

const formatDonation = ({ amount }: PlanContent): string => formatMoneyForAnyone(amount);

const cardCharge = ({ charged }: PlanContent): string => `${formatMoneyForAnyone(charged)}, fee included`;

const formatDay = ({ timeZone }: PlanContent, instant: Date | undefined): string =>
  instant?.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone }) ?? '';
