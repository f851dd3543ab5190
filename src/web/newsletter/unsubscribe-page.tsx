import type { JSX } from 'react';
import { useParams } from 'wouter';
import { contactEmail } from '#web/page-settings.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { LinkPage } from './link-page.tsx';

/** `/newsletter/unsubscribe/{token}`: ends a subscription when the button is pressed. */
export default function UnsubscribePage(): JSX.Element {
  const isHydrated = useIsHydrated();
  const { token = '' } = useParams();
  return <LinkPage purpose="unsubscribe" token={isHydrated ? token : undefined} texts={texts} />;
}

const texts = {
  path: '/newsletter/unsubscribe',
  title: 'Unsubscribe from the newsletter',
  text: "We'll stop sending you the newsletter. You'll still get receipts for your donations.",
  button: 'Unsubscribe',
  done: {
    title: "You're unsubscribed",
    text: "We won't send you the newsletter again. You're welcome back at any time.",
  },
  invalid: {
    title: 'This link does not work',
    text: `We couldn't find a subscription for this link. Please use the link in the latest email, or write to ${contactEmail()}.`,
  },
} as const;
