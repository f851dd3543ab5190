import type { JSX } from 'react';
import { impactOfMeals } from '#domain/donation/meals.ts';
import { formatCount } from '#domain/money/format.ts';
import { ImpactStat } from './impact-section-stat.tsx';
import { ImpactWords } from './impact-section-words.tsx';

/** A gift that a visitor can imagine while the basket is empty: about two or three snacks. */
const exampleMeals = 10;

/**
 * What the basket comes to, for a visitor who has no figures of their own yet (spec 4, Meals-to-impact display). While it is
 * empty they see an example.
 */
export function VisitorImpact({ basketMeals }: { readonly basketMeals: number }): JSX.Element {
  const { meals, families, poundsOfFood } = impactOfMeals(basketMeals === 0 ? exampleMeals : basketMeals);
  return (
    <>
      <ImpactWords
        text={`This is what ${describeGift(basketMeals)} comes to. The figures are estimates, counted the same way for every charity.`}
      />
      <dl className="impact-stats">
        <ImpactStat
          name="Meals provided"
          figure={formatCount(meals)}
          text="Each snack stands for a number of meals. You see it before you pay."
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

function describeGift(basketMeals: number): string {
  if (basketMeals === 0) return `a gift of ${formatCount(exampleMeals)} meals`;
  return `your basket of ${formatCount(basketMeals)} ${basketMeals === 1 ? 'meal' : 'meals'}`;
}
