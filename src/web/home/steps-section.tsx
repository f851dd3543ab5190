import type { JSX } from 'react';
import { serviceFeePercent } from '#domain/donation/pricing.ts';

const steps = [
  {
    title: 'Choose Your Snack',
    text: 'Pick what you would have bought today, or name an amount.',
    picture: '/art/step-choose.svg',
  },
  {
    title: 'Forward The Value',
    text: `Pay its price to a charity you choose, plus a ${serviceFeePercent}% service fee.`,
    picture: '/art/step-forward.svg',
  },
  {
    title: 'Create Impact',
    text: 'The charity turns your gift into meals, and you get a receipt.',
    picture: '/art/step-impact.svg',
  },
] as const;

/** How it works, in three steps (spec 2, Home sections). */
export const StepsSection = (): JSX.Element => (
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
