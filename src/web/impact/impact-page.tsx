import type { JSX } from 'react';
import { impactOfMeals } from '#domain/donation/meals.ts';
import { formatCount } from '#domain/money/format.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { ShareBlock } from '#web/share/index.ts';
import { FourFaces } from '#web/ui/four-faces.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { ImpactFigures } from './impact-figures.tsx';
import type { Impact } from './impact.ts';
import { useImpact } from './use-impact.ts';

/** `/impact`: what the donor's gifts have done (spec 2, Impact page). */
export default function ImpactPage(): JSX.Element {
  return (
    <DonorPage
      title="Your Impact"
      description="What your gifts have done so far."
      path="/impact"
      aside={
        <PageLink to="/donation-history" className="link">
          View Donation History
        </PageLink>
      }
    >
      <OwnImpact />
    </DonorPage>
  );
}

/** The impact in one of its four faces. */
const OwnImpact = (): JSX.Element => (
  <FourFaces
    query={useImpact()}
    loading={<Loading />}
    failure="Failed to load your impact data."
    isEmpty={(impact) => impact.donationsCount === 0}
    empty={<NoImpact />}
  >
    {(impact) => (
      <>
        <ImpactFigures impact={impact} className="impact-cards" />
        <Meaning impact={impact} />
      </>
    )}
  </FourFaces>
);

const Loading = (): JSX.Element => (
  <>
    <p role="status" className="sr-only">
      Loading your impact…
    </p>
    <ImpactFigures impact={undefined} className="impact-cards" />
  </>
);

const NoImpact = (): JSX.Element => (
  <div className="impact-panel">
    <img src="/art/bowl-empty.svg" alt="" width="200" height="150" className="h-auto w-50" />
    <p className="font-bold">No impact data available yet. Make your first donation to start tracking your impact!</p>
    <DonateLink size="large">Donate Now</DonateLink>
  </div>
);

/** What the figures mean, the way to more of them, and the way to tell others. */
const Meaning = ({ impact }: { readonly impact: Impact }): JSX.Element => (
  <div className="impact-panels">
    <section aria-label="What your meals come to" className="impact-panel">
      <img src="/art/bowl.svg" alt="" width="160" height="120" className="h-auto w-40" />
      <p>{describeMeaning(impact.totalMeals)}</p>
      <DonateLink size="large">Donate Now</DonateLink>
    </section>
    <div className="impact-panel">
      <img src="/art/loaf.svg" alt="" width="160" height="120" className="h-auto w-40" />
      <ShareBlock
        title="Pass it on"
        text={`The snacks I skipped have become ${countMeals(impact.totalMeals)}.`}
        path="/"
        hashtags={['SkipASnack']}
      />
    </div>
  </div>
);

function describeMeaning(totalMeals: number): string {
  const { families, poundsOfFood } = impactOfMeals(totalMeals);
  const helped = families === 1 ? '1 family' : `${formatCount(families)} families`;
  return `Your ${countMeals(totalMeals)} come to about ${formatCount(poundsOfFood)} pounds of food, or a meal for ${helped}.`;
}

const countMeals = (meals: number): string => (meals === 1 ? '1 meal' : `${formatCount(meals)} meals`);
