import { lazy, Suspense, type JSX } from 'react';
import { impactOfMeals } from '#domain/donation/meals.ts';
import { formatCount } from '#domain/money/format.ts';
import { useIsSignedIn } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ImpactStat } from './impact-section-stat.tsx';
import { ImpactWords } from './impact-section-words.tsx';

/** Loaded for donors alone: visitors, who are many, need not carry it. */
const DonorImpact = lazy(() => import('./impact-section-donor.tsx'));

/** What gifts do (spec 2, Home sections): the donor's own, or an example for a visitor. */
export function ImpactSection(): JSX.Element {
  return (
    <section className="home-section impact" aria-labelledby="impact-heading">
      {useIsSignedIn() ? (
        <Suspense fallback={<Loading />}>
          <DonorImpact />
        </Suspense>
      ) : (
        <VisitorImpact />
      )}
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

const Loading = (): JSX.Element => (
  <>
    <ImpactWords text="Every gift you make is added up here." />
    <Skeleton className="impact-stats h-50 rounded-card" />
  </>
);

/** A gift that a visitor can imagine: about two or three snacks. */
const exampleMeals = 10;

/** What a gift comes to, for a visitor who has no figures of their own yet (spec 4, Meals-to-impact display). */
function VisitorImpact(): JSX.Element {
  const { meals, families, poundsOfFood } = impactOfMeals(exampleMeals);
  return (
    <>
      <ImpactWords
        text={`This is what a gift of ${formatCount(meals)} meals comes to. The figures are estimates, counted the same way for every charity.`}
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
