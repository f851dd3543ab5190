import './home.css';
import { Suspense, type JSX } from 'react';
import { brand, siteDescription } from '#domain/brand.ts';
import { serviceFeePercent } from '#domain/donation/pricing.ts';
import { hiddenSentences } from '#domain/report/public-figures.ts';
import { DonateSection, prefetchPrices } from '#web/donate/index.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { PageHead } from '#web/layout/page-head.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { HistorySection } from './history-section.tsx';
import { ImpactSection } from './impact-section.tsx';
import { useFigures } from './use-figures.ts';

export const prefetch = prefetchPrices;

/** The home page, in the spec's order (spec 2, Home sections). React hydrates what is in a `Suspense` last, after the snacks. */
export default function HomePage(): JSX.Element {
  return (
    <>
      <PageHead title={brand.tagline} description={siteDescription} path="/" />
      <Hero />
      <Suspense>
        <StepsSection />
      </Suspense>
      <DonateSection />
      <Suspense>
        <ImpactSection />
        <HistorySection />
        <ClosingSection />
      </Suspense>
    </>
  );
}

const Hero = (): JSX.Element => (
  <section className="hero-ground" aria-labelledby="hero-heading">
    <div className="hero">
      <div className="hero-text">
        <h1 id="hero-heading" className="text-5xl">
          {brand.tagline}
        </h1>
        <p className="mt-3 text-lg text-muted md:mt-4 md:text-xl">
          {
            "Pick a coffee or a bag of chips you can do without. What you'd have spent becomes food for someone who needs it."
          }
        </p>
        <HeroCounter />
      </div>
      <img className="hero-scene" src="/art/hero.svg" alt="" width="640" height="480" fetchPriority="high" />
      <div className="hero-actions">
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
    </div>
  </section>
);

const reassurances = ['No account needed', 'A receipt for every gift', 'No card details stored'] as const;

/** All meals donated, hidden unless staff show it (spec 2, Hero). */
function HeroCounter(): JSX.Element {
  const figures = useFigures();
  return <p hidden={!figures}>{(figures ?? hiddenSentences).hero}</p>;
}

const StepsSection = (): JSX.Element => (
  <section className="home-section" aria-labelledby="steps-heading">
    <h2 id="steps-heading" className="text-4xl">
      How it works
    </h2>
    <ol className="steps">
      {steps.map(({ title, text, picture }) => (
        <li key={title} className="step">
          <img src={picture} alt="" width="160" height="120" loading="lazy" className="step-picture" />
          <div>
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);

const steps = [
  {
    title: 'Choose Your Snack',
    text: 'Pick what you would have bought today, or enter an amount.',
    picture: '/art/step-choose.svg',
  },
  {
    title: 'Forward The Value',
    text: `Give its price to a charity you choose, plus a ${serviceFeePercent}% service fee.`,
    picture: '/art/step-forward.svg',
  },
  {
    title: 'Create Impact',
    text: 'The charity turns your gift into meals, and you get a receipt.',
    picture: '/art/step-impact.svg',
  },
] as const;

const ClosingSection = (): JSX.Element => (
  <section className="closing" aria-labelledby="closing-heading">
    <div className="mx-auto max-w-page px-4 py-12 text-center md:px-6 md:py-16">
      <img src="/art/bowl.svg" alt="" width="160" height="120" loading="lazy" className="mx-auto h-auto w-40" />
      <h2 id="closing-heading" className="mt-4 text-4xl">
        One less snack. One more meal.
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
