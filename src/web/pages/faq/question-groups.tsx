import type { ReactNode } from 'react';
import { brand } from '#domain/brand.ts';
import { serviceFeePercent } from '#domain/donation/pricing.ts';
import { supportAnswersWithin } from '#web/pages/promises.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/** A question and its answer. */
export interface Question {
  readonly question: string;
  readonly answer: ReactNode;
}

interface QuestionGroup {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly Question[];
}

/** The questions, in their three groups (spec 2, FAQ). */
export const questionGroups: readonly QuestionGroup[] = [
  {
    id: 'about-us',
    title: `About ${brand.name}`,
    questions: [
      {
        question: `What is ${brand.name}?`,
        answer: (
          <p>{`${brand.name} turns the price of a snack you skip into food for somebody who needs it. You go without one coffee, and a food bank can serve a few meals more. We started in ${brand.foundedIn}.`}</p>
        ),
      },
      {
        question: 'How does it work?',
        answer: (
          <p>
            Choose a snack, a stack of snacks or an amount of your own. Choose a charity, and whether you want to give
            once or every month. Then pay by card or with PayPal. As soon as the payment is confirmed you get a receipt,
            and the charity&apos;s share is booked to it, to the cent.
          </p>
        ),
      },
      {
        question: 'Who benefits?',
        answer: (
          <p>
            People who do not have enough to eat. Gifts go to food banks and other charities that fight hunger; you
            choose which one, and we suggest one for your part of the world. How many meals a gift becomes is an
            estimate: each charity knows best what its kitchens need.
          </p>
        ),
      },
    ],
  },
  {
    id: 'donations',
    title: 'Donations',
    questions: [
      {
        question: 'Is there a service fee?',
        answer: (
          <p>{`Yes. We add ${serviceFeePercent}% to your gift; it pays for running ${brand.name}. The gift itself goes to the charity. You see the fee as a line of its own before you pay, and again on your receipt.`}</p>
        ),
      },
      {
        question: 'Are donations tax-deductible?',
        answer: (
          <p>{`No. Donations made through ${brand.name} are not tax-deductible. Your receipt is for your own records, not for tax purposes.`}</p>
        ),
      },
      {
        question: 'Can I give every month?',
        answer: (
          <p>
            Yes. Choose Monthly instead of One-time; you need an account for it, so that you are always in charge. The
            gift then repeats each month, and every payment has its own receipt.
          </p>
        ),
      },
      {
        question: 'Can I change or cancel a monthly donation?',
        answer: (
          <p>
            At any time. Recurring donations can be cancelled or modified in your{' '}
            <PageLink to="/account" className="link">
              account settings
            </PageLink>
            : another amount, another charity, a pause, or the end. Nobody will ask you why.
          </p>
        ),
      },
    ],
  },
  {
    id: 'account-and-privacy',
    title: 'Account & Privacy',
    questions: [
      {
        question: 'Do I need an account?',
        answer: (
          <p>
            Not for a single gift. With an account you also have your history, your impact, receipts by e-mail, monthly
            donations and rewards. Gifts that you made without one can be claimed when you sign in on the same device,
            or by the link on the receipt.
          </p>
        ),
      },
      {
        question: 'How is my payment protected?',
        answer: (
          <p>
            You type your card on the encrypted page of our payment provider, or pay with PayPal. Your card details
            never reach us, and we do not store them. More in our{' '}
            <PageLink to="/privacy" className="link">
              privacy policy
            </PageLink>
            .
          </p>
        ),
      },
      {
        question: 'How do I see, correct or delete my data?',
        answer: (
          <p>
            In your{' '}
            <PageLink to="/account" className="link">
              account settings
            </PageLink>{' '}
            you can correct your profile, download everything we know about you, and delete your account.
          </p>
        ),
      },
      {
        question: 'How do I reach you?',
        answer: (
          <p>
            Use the{' '}
            <PageLink to="/contact" className="link">
              contact form
            </PageLink>
            {`. A person reads every message, and our support answers within ${supportAnswersWithin}.`}
          </p>
        ),
      },
    ],
  },
];
