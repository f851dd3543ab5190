import { Button, Heading, Link, Text } from '@react-email/components';
import type { ReactNode } from 'react';
import { brand } from '#domain/brand.ts';
import type { PlanContent } from '#domain/mail/mail.ts';
import { formatMoney, formatWithCode } from '#domain/money/format.ts';
import { MailFrame } from './mail-frame.tsx';
import { mailStyle } from './mail-style.ts';

/** Names the notice before a renewal. */
export const renewalNoticeSubject = (plan: PlanContent): string =>
  `Your monthly gift of ${formatMoney(plan.total)} is due on ${dayOf(plan, plan.chargeAt)}`;

/** The notice three days before a renewal, with the way to change or stop it. */
export const RenewalNoticeMail = (plan: PlanContent) => (
  <PlanMail plan={plan} preview={`${giftOf(plan)}, on ${dayOf(plan, plan.chargeAt)}.`} title="Your next monthly gift">
    On {dayOf(plan, plan.chargeAt)} your card will be charged {formatWithCode(plan.charged)} for {giftOf(plan)}. If that
    still suits you, there is nothing to do. You can change, pause or end the gift until then.
  </PlanMail>
);

/** Names the failure of a renewal. */
export const renewalFailedSubject = (): string => 'Your monthly gift could not be collected';

/** A renewal that the card did not pay, and the way to mend it. */
export const RenewalFailedMail = (plan: PlanContent) => (
  <PlanMail plan={plan} preview={`${giftOf(plan)} was not collected.`} title="Your card did not pay this month">
    We could not collect {giftOf(plan)}. Nothing was charged.{' '}
    {plan.nextAttemptAt
      ? `We will try again on ${dayOf(plan, plan.nextAttemptAt)}.`
      : 'We will not try again by ourselves.'}{' '}
    {plan.payUrl && (
      <>
        You can <Link href={plan.payUrl}>pay it with another card</Link>, or replace the card of the gift.
      </>
    )}
  </PlanMail>
);

const changeWords = {
  terms: 'The change that you asked for is in force from the next charge on.',
  pause: 'The gift is paused: nothing is charged until it goes on.',
  resume: 'The gift goes on, as you asked.',
} as const;

/** Names a change of a plan. */
export const planChangedSubject = (): string => 'Your monthly gift has changed';

/** What a donor changed, as the provider has confirmed it. */
export const PlanChangedMail = (plan: PlanContent) => (
  <PlanMail plan={plan} preview={giftOf(plan)} title="Your monthly gift has changed">
    {changeWords[plan.change ?? 'terms']} It is {giftOf(plan)}, {formatWithCode(plan.charged)} on your card.
    {plan.pausedUntil && ` It goes on after ${dayOf(plan, plan.pausedUntil)}.`}
  </PlanMail>
);

/** Names the end of a plan. */
export const planEndedSubject = (): string => 'Your monthly gift has ended';

/** The end of a plan: thanks, and that nothing more will be charged. */
export const PlanEndedMail = (plan: PlanContent) => (
  <PlanMail plan={plan} preview="Nothing more will be charged." title="Thank you for every month">
    Your gift of {giftOf(plan)} has ended, and nothing more will be charged. What you gave keeps feeding people.
  </PlanMail>
);

interface PlanMailProps {
  readonly plan: PlanContent;
  readonly preview: string;
  readonly title: string;
  readonly children: ReactNode;
}

const PlanMail = ({ plan, preview, title, children }: PlanMailProps) => (
  <MailFrame preview={preview}>
    <Heading as="h1" style={mailStyle.heading}>
      {title}
    </Heading>
    <Text style={mailStyle.text}>Hello {plan.donorName},</Text>
    <Text style={mailStyle.text}>{children}</Text>
    <Text style={mailStyle.text}>
      <Button href={plan.accountUrl} style={mailStyle.button}>
        See your monthly gifts
      </Button>
    </Text>
    <Text style={mailStyle.small}>
      {brand.name} charges monthly gifts only as you agreed. You can change or end them at any time in your account.
    </Text>
  </MailFrame>
);

const giftOf = ({ total, charityName }: PlanContent): string => `${formatMoney(total)} a month to ${charityName}`;

const dayOf = ({ timeZone }: PlanContent, instant: Date | undefined): string =>
  instant?.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone }) ?? '';
