import type { JSX } from 'react';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** The last call (spec 2, Home sections). */
export const ClosingSection = (): JSX.Element => (
  <section className="closing" aria-labelledby="closing-heading">
    <div className="mx-auto max-w-page px-4 py-12 text-center md:px-6 md:py-16">
      <img src="/art/bowl.svg" alt="" width="160" height="120" loading="lazy" className="mx-auto h-auto w-40" />
      <h2 id="closing-heading" className="mt-4 text-4xl">
        One snack less. One meal more.
      </h2>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <DonateLink size="large">Donate Now</DonateLink>
        <ButtonLink to="/impact" tone="secondary" size="large">
          <span>
            Learn More<span className="sr-only"> about our impact</span>
          </span>
        </ButtonLink>
      </div>
    </div>
  </section>
);
