import type { JSX } from 'react';
import { useLocation } from 'react-router';
import type { newsletterSentences } from '#contract/newsletter.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { LinkPage } from './link-page.tsx';

/** `/newsletter/confirm#{token}`: makes a subscription stand at the press of a button, since programs that scan mail open links too. */
export default function ConfirmPage(): JSX.Element {
  const isHydrated = useIsHydrated();
  const { hash } = useLocation();
  return <LinkPage purpose="confirm" token={isHydrated ? hash.slice(1) : undefined} words={words} />;
}

// Only the type crosses, as in the form: pages of mere text carry no schemas.
const linkInvalid: typeof newsletterSentences.linkInvalid =
  'This link has expired or was used already. Please subscribe again.';

const words = {
  path: '/newsletter/confirm',
  title: 'Confirm your subscription',
  text: 'You asked for our newsletter. One press, and it comes to you by e-mail.',
  button: 'Confirm my subscription',
  done: {
    title: 'You are subscribed',
    text: 'Thank you for confirming. Every mail has a link by which you can unsubscribe.',
  },
  invalid: { title: 'This link does not work', text: linkInvalid },
} as const;
