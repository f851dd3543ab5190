import type { JSX } from 'react';
import { Icon } from '#web/ui/icon.tsx';

/** What an account is good for, in the spec's four lines; the third says what receipts are not (rulings, Visitors). */
const reasons = [
  'Track donation history',
  'See personal impact statistics',
  'Receive donation receipts (for your records, not for tax purposes)',
  'Set up recurring donations',
];

/** The panel beside the forms. */
export const WhySignUp = (): JSX.Element => (
  <aside aria-labelledby="why-heading" className="why-sign-up">
    <img src="/art/bowl.svg" alt="" width="160" height="120" className="h-auto w-40" />
    <h2 id="why-heading" className="text-2xl">
      Why Sign Up?
    </h2>
    <ul className="mt-4 grid gap-3">
      {reasons.map((reason) => (
        <li key={reason} className="flex gap-3">
          <Icon name="check" className="size-6 text-leaf" />
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  </aside>
);
