import type { JSX, ReactNode } from 'react';
import { impactOfMeals } from '#domain/donation/meals.ts';
import { formatCount, formatCountOf } from '#domain/money/format.ts';

/** Heading and introduction of the home page's impact section. */
export const ImpactIntro = ({ text }: { readonly text: ReactNode }): JSX.Element => (
  <div className="impact-intro">
    <h2 id="impact-heading" className="text-4xl">
      Your Impact
    </h2>
    <p className="mt-2 max-w-reading text-lg text-muted">{text}</p>
  </div>
);

interface ImpactStatProps {
  readonly name: string;
  readonly figure: ReactNode;
  readonly text: string;
  /** A donor's progress bar; visitors have none. */
  readonly bar?: ReactNode;
}

/** One of the three figures, with a sentence on how it is calculated. */
export const ImpactStat = ({ name, figure, text, bar }: ImpactStatProps): JSX.Element => (
  <div className="stat">
    <dt className="font-bold">{name}</dt>
    <dd className="stat-figure">{figure}</dd>
    {bar !== undefined && <dd className="mt-2">{bar}</dd>}
    <dd className="mt-2 text-muted">{text}</dd>
  </div>
);

/** The impact of a visitor's basket, or an example while the basket is empty. */
export function VisitorImpact({ basketMeals }: { readonly basketMeals: number }): JSX.Element {
  const { meals, families, poundsOfFood } = impactOfMeals(basketMeals === 0 ? exampleMeals : basketMeals);
  const basket =
    basketMeals === 0 ? `a gift of ${exampleMeals} meals` : `your basket (${formatCountOf(meals, 'meal')})`;
  return (
    <>
      <ImpactIntro
        text={`Here's what ${basket} adds up to. These are estimates, calculated the same way for every charity.`}
      />
      <dl className="impact-stats">
        <ImpactStat
          name="Meals provided"
          figure={formatCount(meals)}
          text="Each snack provides a set number of meals, shown before you pay."
        />
        <ImpactStat
          name="Families helped"
          figure={formatCount(families)}
          text="We count one family for every two meals."
        />
        <ImpactStat
          name="Pounds of food"
          figure={formatCount(poundsOfFood)}
          text="We count a pound and a half of food for each meal."
        />
      </dl>
    </>
  );
}

const exampleMeals = 10; // about two or three snacks
