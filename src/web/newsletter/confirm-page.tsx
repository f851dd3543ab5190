import type { JSX } from 'react';
import type { newsletterSentences } from '#contract/newsletter.ts';
import { useVisit } from '#web/app-router.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { LinkPage } from './link-page.tsx';

/** `/newsletter/confirm#{token}`: confirms a subscription with a button, because programs that scan emails open links too. */
export default function ConfirmPage(): JSX.Element {
  const isHydrated = useIsHydrated();
  const { hash } = useVisit();
  return <LinkPage purpose="confirm" token={isHydrated ? hash.slice(1) : undefined} texts={texts} />;
}

// Imports only the type, as the form does, so that this page does not load the contract's schemas.
const linkInvalid: typeof newsletterSentences.linkInvalid =
  'This link has expired or has already been used. Please subscribe again.';

const texts = {
  path: '/newsletter/confirm',
  title: 'Confirm your subscription',
  text: "You signed up for our newsletter. Confirm, and we'll send it to you by email.",
  button: 'Confirm my subscription',
  done: {
    title: "You're subscribed",
    text: 'Thank you for confirming. You can unsubscribe using the link in any email.',
  },
  invalid: { title: 'This link does not work', text: linkInvalid },
} as const;
