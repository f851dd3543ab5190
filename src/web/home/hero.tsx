import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { formatCount } from '#domain/money/format.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** Meals in the hero's hidden counter (spec 2, Hero). */
const hiddenMealsCount = 10_562;

/** The first screen: what happens, how, and the way to it within the thumb's reach. */
export const Hero = (): JSX.Element => (
  <section className="hero" aria-labelledby="hero-heading">
    <div className="hero-words">
      <h1 id="hero-heading" className="text-5xl">
        {brand.tagline}
      </h1>
      <p className="mt-3 text-lg text-muted md:text-xl">
        Choose the coffee or the chips you can do without. Its price becomes food for somebody who needs it.
      </p>
    </div>
    <img className="hero-scene" src="/art/hero.svg" alt="" width="640" height="480" fetchPriority="high" />
    <div className="hero-deeds">
      <DonateLink size="large">Make a Donation</DonateLink>
      <ButtonLink to="/impact" tone="secondary" size="large">
        See Your Impact
      </ButtonLink>
    </div>
    <p hidden>{formatCount(hiddenMealsCount)} meals donated</p>
  </section>
);
