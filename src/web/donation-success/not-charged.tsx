import type { JSX } from 'react';
import { ButtonLink } from '#web/ui/button.tsx';

/** The page for a payment that came to nothing: what happened, that nothing was charged, and the way back. */
export function NotCharged({ reason }: { reason: 'failed' | 'expired' }): JSX.Element {
  return (
    <section className="success-state">
      <img src="/art/broken-biscuit.svg" alt="" width={160} height={120} />
      <h1 className="success-heading">{words[reason].heading}</h1>
      <p>{words[reason].sentence}</p>
      <ButtonLink to="/#donate" tone="primary">
        Back to your donation
      </ButtonLink>
    </section>
  );
}

const words = {
  failed: {
    heading: 'The payment did not go through',
    sentence: 'Nothing was charged. Your choice is still there; you can try again or use another card.',
  },
  expired: {
    heading: 'The payment page has expired',
    sentence: 'Nothing was charged. Your choice is still there, and a new payment page is one tap away.',
  },
} as const;
