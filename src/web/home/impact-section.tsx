import type { JSX } from 'react';
import { impactOfMeals } from '#domain/donation/meals.ts';
import { formatCount } from '#domain/money/format.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** A gift that a visitor can imagine: about two or three snacks. */
const exampleMeals = 10;

/** What a gift does, for a visitor who has no figures of their own yet (spec 2; spec 4, Meals-to-impact display). */
export function ImpactSection(): JSX.Element {
  const { meals, families, poundsOfFood } = impactOfMeals(exampleMeals);
  return (
    <section className="home-section impact" aria-labelledby="impact-heading">
      <div className="impact-words">
        <h2 id="impact-heading" className="text-4xl">
          Your Impact
        </h2>
        <p className="mt-2 max-w-reading text-lg text-muted">
          {`This is what a gift of ${formatCount(meals)} meals comes to. The figures are estimates, counted the same way for every charity.`}
        </p>
      </div>
      <dl className="impact-stats">
        <Stat
          name="Meals provided"
          figure={formatCount(meals)}
          text="Each snack stands for a number of meals. You see it before you pay."
        />
        <Stat name="Families helped" figure={formatCount(families)} text="We count one family for every two meals." />
        <Stat
          name="Pounds of food"
          figure={formatCount(poundsOfFood)}
          text="We count a pound and a half of food for each meal."
        />
      </dl>
      <p className="impact-deed">
        <ButtonLink to="/impact" tone="secondary">
          See Your Impact
        </ButtonLink>
      </p>
      <div hidden>
        <h3>Community Impact</h3>
        <p>What everybody has given together.</p>
      </div>
    </section>
  );
}

const Stat = ({ name, figure, text }: { name: string; figure: string; text: string }): JSX.Element => (
  <div className="stat">
    <dt className="font-bold">{name}</dt>
    <dd className="stat-figure">{figure}</dd>
    <dd className="mt-2 text-muted">{text}</dd>
  </div>
);
