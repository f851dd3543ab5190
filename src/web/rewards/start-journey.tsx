import type { JSX } from 'react';
import { ButtonLink } from '#web/ui/button.tsx';

/** Welcomes a donor who has not given yet (spec 2, Rewards: the banner leads to `/`). */
export const StartJourney = (): JSX.Element => (
  <section aria-labelledby="journey-heading" className="start-journey">
    <img src="/art/step-forward.svg" alt="" width="160" height="120" className="h-auto w-40" />
    <div className="start-journey-words">
      <h2 id="journey-heading" className="text-2xl">
        Start Your Journey
      </h2>
      <p className="mt-1">Your first gift begins a streak and earns your first badge.</p>
    </div>
    <ButtonLink to="/" size="large">
      Donate Now
    </ButtonLink>
  </section>
);
