import { brand } from '#domain/brand.ts';
import { serviceFeePercent } from '#domain/donation/pricing.ts';
import type { MarkdownBlocks } from '#domain/markdown/markdown.ts';
import { mapGroups, type Questions, type QuestionGroup, type ShownQuestions } from './questions.ts';

/** An answer of one paragraph, made of texts and links to our pages. */
type Answer = readonly (string | { readonly to: string; readonly text: string })[];

interface StandardQuestion {
  readonly question: string;
  readonly answer: Answer;
}

const account = { to: '/account', text: 'account settings' };

/** The questions of a new installation (spec 2, FAQ). */
const standard: Readonly<Record<QuestionGroup, readonly StandardQuestion[]>> = {
  'about-us': [
    {
      question: 'What is {name}?',
      answer: [
        `{name} turns the price of a snack you skip into food for someone who needs it. You skip one coffee, and a food bank can serve a few more meals. We started in ${brand.foundedIn}.`,
      ],
    },
    {
      question: 'How does it work?',
      answer: [
        'Choose a snack, a stack of snacks or a custom amount. Choose a charity, and whether to give once or every month. Then pay by card or with PayPal. As soon as the payment is confirmed, you get a receipt, and the charity is credited with its share, to the cent.',
      ],
    },
    {
      question: 'Who benefits?',
      answer: [
        "People who don't have enough to eat. Gifts go to food banks and other charities that fight hunger. We suggest one for your part of the world, but the choice is yours. The number of meals is an estimate: each charity knows best what its kitchens need.",
      ],
    },
  ],
  donations: [
    {
      question: 'Is there a service fee?',
      answer: [
        `Yes. We add ${serviceFeePercent}% to your gift; it covers the cost of running {name}. The gift itself goes to the charity. The fee is shown separately before you pay, and again on your receipt.`,
      ],
    },
    {
      question: 'Are donations tax-deductible?',
      answer: [
        'No. Donations made through {name} are not tax-deductible. Your receipt is for your own records, not for tax purposes.',
      ],
    },
    {
      question: 'Can I give every month?',
      answer: [
        'Yes. Choose Monthly instead of One-time. You need an account, so that you can change or stop your gift at any time. The gift repeats each month, and you get a receipt for every payment.',
      ],
    },
    {
      question: 'Can I change or cancel a monthly donation?',
      answer: [
        'Yes, at any time. Recurring donations can be cancelled or modified in your ',
        account,
        ': change the amount or the charity, pause them, or end them. No one will ask why.',
      ],
    },
  ],
  'account-and-privacy': [
    {
      question: 'Do I need an account?',
      answer: [
        'Not for a single gift: we email your receipt to the address you give when you pay. With an account, you also get your history, your impact, monthly donations and rewards. You can claim gifts you made without an account when you sign in on the same device, or with the link on the receipt.',
      ],
    },
    {
      question: 'How is my payment protected?',
      answer: [
        "You enter your card on our payment provider's encrypted page, or pay with PayPal. Your card details never reach us, and we do not store them. Read more in our ",
        { to: '/privacy', text: 'privacy policy' },
        '.',
      ],
    },
    {
      question: 'How do I see, correct or delete my data?',
      answer: [
        'In your ',
        account,
        ' you can correct your profile, download everything we know about you, and delete your account.',
      ],
    },
    {
      question: 'How do I reach you?',
      answer: [
        'Use the ',
        { to: '/contact', text: 'contact form' },
        `. A person reads every message, and our support team answers within ${brand.supportResponseTime}.`,
      ],
    },
  ],
};

/** Returns the standard questions as staff write them. */
export const standardQuestions = (): Questions =>
  mapGroups((group) => standard[group].map(({ question, answer }) => ({ question, answer: markdownOf(answer) })));

const markdownOf = (answer: Answer): string =>
  answer.map((part) => (typeof part === 'string' ? part : `[${part.text}](${part.to})`)).join('');

/** Returns the standard questions as donors see them. */
export const shownStandardQuestions = (): ShownQuestions =>
  mapGroups((group) => standard[group].map(({ question, answer }) => ({ question, answer: blocksOf(answer) })));

const blocksOf = (answer: Answer): MarkdownBlocks => [
  {
    kind: 'paragraph',
    text: answer.map((part) =>
      typeof part === 'string'
        ? { kind: 'text', text: part }
        : { kind: 'link', url: part.to, text: [{ kind: 'text', text: part.text }] },
    ),
  },
];
