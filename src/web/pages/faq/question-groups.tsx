import type { ReactNode } from 'react';
import { brand } from '#domain/brand.ts';
import { serviceFeePercent } from '#domain/donation/pricing.ts';
import { siteName } from '#web/page-settings.ts';
import { Link } from '#web/ui/link.tsx';

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
    title: `About ${siteName()}`,
    questions: [
      {
        question: `What is ${siteName()}?`,
        answer: (
          <p>{`${siteName()} turns the price of a snack you skip into food for someone who needs it. You skip one coffee, and a food bank can serve a few more meals. We started in ${brand.foundedIn}.`}</p>
        ),
      },
      {
        question: 'How does it work?',
        answer: (
          <p>
            Choose a snack, a stack of snacks or a custom amount. Choose a charity, and whether to give once or every
            month. Then pay by card or with PayPal. As soon as the payment is confirmed, you get a receipt, and the
            charity is credited with its share, to the cent.
          </p>
        ),
      },
      {
        question: 'Who benefits?',
        answer: (
          <p>
            People who don&apos;t have enough to eat. Gifts go to food banks and other charities that fight hunger. We
            suggest one for your part of the world, but the choice is yours. The number of meals is an estimate: each
            charity knows best what its kitchens need.
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
          <p>{`Yes. We add ${serviceFeePercent}% to your gift; it covers the cost of running ${siteName()}. The gift itself goes to the charity. The fee is shown separately before you pay, and again on your receipt.`}</p>
        ),
      },
      {
        question: 'Are donations tax-deductible?',
        answer: (
          <p>{`No. Donations made through ${siteName()} are not tax-deductible. Your receipt is for your own records, not for tax purposes.`}</p>
        ),
      },
      {
        question: 'Can I give every month?',
        answer: (
          <p>
            Yes. Choose Monthly instead of One-time. You need an account, so that you can change or stop your gift at
            any time. The gift repeats each month, and you get a receipt for every payment.
          </p>
        ),
      },
      {
        question: 'Can I change or cancel a monthly donation?',
        answer: (
          <p>
            Yes, at any time. Recurring donations can be cancelled or modified in your{' '}
            <Link to="/account" className="link">
              account settings
            </Link>
            : change the amount or the charity, pause them, or end them. No one will ask why.
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
            Not for a single gift: we email your receipt to the address you give when you pay. With an account, you also
            get your history, your impact, monthly donations and rewards. You can claim gifts you made without an
            account when you sign in on the same device, or with the link on the receipt.
          </p>
        ),
      },
      {
        question: 'How is my payment protected?',
        answer: (
          <p>
            You enter your card on our payment provider&apos;s encrypted page, or pay with PayPal. Your card details
            never reach us, and we do not store them. Read more in our{' '}
            <Link to="/privacy" className="link">
              privacy policy
            </Link>
            .
          </p>
        ),
      },
      {
        question: 'How do I see, correct or delete my data?',
        answer: (
          <p>
            In your{' '}
            <Link to="/account" className="link">
              account settings
            </Link>{' '}
            you can correct your profile, download everything we know about you, and delete your account.
          </p>
        ),
      },
      {
        question: 'How do I reach you?',
        answer: (
          <p>
            Use the{' '}
            <Link to="/contact" className="link">
              contact form
            </Link>
            {`. A person reads every message, and our support team answers within ${brand.supportResponseTime}.`}
          </p>
        ),
      },
    ],
  },
];
