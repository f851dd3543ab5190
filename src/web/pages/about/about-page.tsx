import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { supportAnswersWithin } from '#web/pages/promises.ts';
import { TextPage } from '#web/pages/text-page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { steps, teamRoles } from './about-texts.ts';

/** `/about`: mission, team, how it works, and the call to donate (spec 2, About). */
export default function AboutPage(): JSX.Element {
  return (
    <TextPage
      title={`About ${brand.name}`}
      description={`Why ${brand.name} exists, who runs it, and how a skipped snack becomes a meal.`}
      path="/about"
      lead="A snack is a small thing to go without. For somebody else its price is breakfast."
    >
      <img src="/art/hero.svg" alt="" width="640" height="480" className="mx-auto mt-6 h-auto w-full max-w-90" />
      <Mission />
      <HowItWorks />
      <Team />
      <Call />
    </TextPage>
  );
}

const Mission = (): JSX.Element => (
  <section aria-labelledby="mission-heading">
    <h2 id="mission-heading">Our mission</h2>
    <p>
      Most people would help against hunger if it were as easy as buying a coffee. So we made it as easy as not buying
      one: choose the snack you can do without, and its price becomes food for somebody who needs it.
    </p>
    <p>
      {`We started ${brand.name} in ${brand.foundedIn} with two rules. Giving should feel good: no guilt, no countdowns. And the books should be honest: you see the fee before you pay, every gift is kept to the cent, and no figure is made larger than it is.`}
    </p>
  </section>
);

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

const Team = (): JSX.Element => (
  <section aria-labelledby="team-heading">
    <h2 id="team-heading">Our team</h2>
    <p>We are few, and everybody has a part that others can rely on.</p>
    <ul className="text-cards">
      {teamRoles.map(({ role, text }) => (
        <li key={role}>
          <h3>{role}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
    <p>
      {`Our support answers within ${supportAnswersWithin}. `}
      <PageLink to="/contact" className="link">
        Write to us
      </PageLink>
      , or see whether the{' '}
      <PageLink to="/faq" className="link">
        frequently asked questions
      </PageLink>{' '}
      know the answer already.
    </p>
  </section>
);

const Call = (): JSX.Element => (
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
