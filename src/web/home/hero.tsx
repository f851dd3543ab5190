import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { formatCount } from '#domain/money/format.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Meals in the hero's hidden counter (spec 2, Hero). */
const hiddenMealsCount = 10_562;

/** What people ask before they give; each is so (rulings). */
const reassurances = ['No account needed', 'A receipt for every gift', 'No card details kept'] as const;

/** The first screen: what happens, how, and the way to it within the thumb's reach. */
export const Hero = (): JSX.Element => (
  <section className="hero-ground" aria-labelledby="hero-heading">
    <div className="hero">
      <div className="hero-words">
        <h1 id="hero-heading" className="text-5xl">
          {brand.tagline}
        </h1>
        <p className="mt-3 text-lg text-muted md:mt-4 md:text-xl">
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
      <ul className="hero-reassurances">
        {reassurances.map((text) => (
          <li key={text}>
            <Icon name="check" className="size-5" />
            {text}
          </li>
        ))}
      </ul>
      <p hidden>{`${formatCount(hiddenMealsCount)} meals donated`}</p>
    </div>
  </section>
);
