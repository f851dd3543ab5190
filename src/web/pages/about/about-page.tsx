import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { serviceFeePercent } from '#domain/donation/pricing.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { siteName } from '#web/page-settings.ts';
import { TextPage } from '#web/pages/text-page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

/** `/about`: mission, team, how it works, and the call to donate (spec 2, About). */
export default function AboutPage(): JSX.Element {
  return (
    <TextPage
      title={`About ${siteName()}`}
      description={`Why ${siteName()} exists, who runs it, and how a skipped snack becomes a meal.`}
      path="/about"
      lead="A snack is a small thing to skip. For someone else, what it costs is breakfast."
    >
      <img src="/art/hero.svg" alt="" width="640" height="480" className="mx-auto mt-6 h-auto w-full max-w-90" />
      <Mission />
      <HowItWorks />
      <Team />
      <CallToDonate />
    </TextPage>
  );
}

const Mission = (): JSX.Element => (
  <section aria-labelledby="mission-heading">
    <h2 id="mission-heading">Our mission</h2>
    <p>
      Most people would help fight hunger if it were as easy as buying a coffee. So we made it as easy as not buying
      one: choose a snack you can do without, and what you&apos;d have spent becomes food for someone who needs it.
    </p>
    <p>
      {`We started ${siteName()} in ${brand.foundedIn} with two rules. Giving should feel good: no guilt, no countdowns. And the numbers should be honest: you see the fee before you pay, every gift is recorded to the cent, and no figure is inflated.`}
    </p>
  </section>
);

const steps = [
  {
    title: 'Choose your snack',
    text: 'Pick what you would have bought, or enter an amount. Choose a charity, and whether to give once or every month.',
    picture: '/art/step-choose.svg',
  },
  {
    title: 'Forward the value',
    text: `Pay by card or with PayPal. We add a ${serviceFeePercent}% service fee, shown before you pay.`,
    picture: '/art/step-forward.svg',
  },
  {
    title: 'Create impact',
    text: "The charity turns your gift into meals. You get a receipt and, with an account, a record of everything you've given.",
    picture: '/art/step-impact.svg',
  },
] as const;

const HowItWorks = (): JSX.Element => (
  <section aria-labelledby="how-heading">
    <h2 id="how-heading">How it works</h2>
    <ol className="text-steps">
      {steps.map(({ title, text, picture }) => (
        <li key={title}>
          <img src={picture} alt="" width="160" height="120" loading="lazy" />
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);

/** The team by role; no one is named (spec-readings, Brand). */
const teamRoles = [
  { role: 'Charity partnerships', text: 'Finds food banks that put gifts to good use, and stays in touch with them.' },
  { role: 'Product and engineering', text: 'Keeps giving simple, fast and safe on any phone.' },
  { role: 'Finance', text: 'Accounts for every cent between you and the charity.' },
  { role: 'Donor support', text: 'Reads every message and answers it personally.' },
] as const;

const Team = (): JSX.Element => (
  <section aria-labelledby="team-heading">
    <h2 id="team-heading">Our team</h2>
    <p>We&apos;re a small team, and each of us owns a part the others rely on.</p>
    <ul className="text-cards">
      {teamRoles.map(({ role, text }) => (
        <li key={role}>
          <h3>{role}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
    <p>
      {`Our support team answers within ${brand.supportResponseTime}. `}
      <Link to="/contact" className="link">
        Write to us
      </Link>
      , or check whether the{' '}
      <Link to="/faq" className="link">
        FAQ
      </Link>{' '}
      already answers your question.
    </p>
  </section>
);

const CallToDonate = (): JSX.Element => (
  <section aria-labelledby="call-heading" className="text-call">
    <img src="/art/bowl.svg" alt="" width="160" height="120" loading="lazy" />
    <h2 id="call-heading">Which snack could you skip today?</h2>
    <div className="flex flex-wrap justify-center gap-3">
      <DonateLink size="large">Donate Now</DonateLink>
      <ButtonLink to="/impact-report" tone="secondary" size="large">
        Impact Report
      </ButtonLink>
    </div>
  </section>
);
