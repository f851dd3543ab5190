import type { JSX } from 'react';
import { useParams } from 'react-router';
import { brand } from '#domain/brand.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { LinkPage } from './link-page.tsx';

/** `/newsletter/unsubscribe/{token}`: ends a subscription at the press of a button. */
export default function UnsubscribePage(): JSX.Element {
  const isHydrated = useIsHydrated();
  const { token = '' } = useParams();
  return <LinkPage purpose="unsubscribe" token={isHydrated ? token : undefined} words={words} />;
}

const words = {
  path: '/newsletter/unsubscribe',
  title: 'Unsubscribe from the newsletter',
  text: 'One press, and no newsletter comes to you any more. Receipts of your donations are not affected.',
  button: 'Unsubscribe',
  done: {
    title: 'You are unsubscribed',
    text: 'No newsletter comes to you any more. You are welcome back at any time.',
  },
  invalid: {
    title: 'This link does not work',
    text: `We know no subscription for this link. Please take the link from the latest mail, or write to ${brand.contactEmail}.`,
  },
} as const;
