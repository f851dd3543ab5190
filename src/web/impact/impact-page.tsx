import { lazy, type JSX } from 'react';
import { impactOfMeals } from '#domain/donation/meals.ts';
import { formatCount, formatCountOf } from '#domain/money/format.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { PictureButton, ShareBlock } from '#web/share/index.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Link } from '#web/ui/link.tsx';
import { ImpactFigures } from './impact-figures.tsx';
import { OverTimeSkeleton } from './over-time-skeleton.tsx';
import { useImpact, type Impact } from './use-impact.ts';

/** `/impact` (spec 2, Impact page). */
export default function ImpactPage(): JSX.Element {
  return (
    <DonorPage
      title="Your Impact"
      description="What your gifts have done so far."
      path="/impact"
      aside={
        <Link to="/donation-history" className="link">
          View Donation History
        </Link>
      }
    >
      <DonorImpact />
    </DonorPage>
  );
}

const DonorImpact = (): JSX.Element => (
  <QueryView
    query={useImpact()}
    loading={<Loading />}
    failure="Failed to load your impact data."
    isEmpty={(impact) => impact.donationsCount === 0}
    empty={<NoImpact />}
  >
    {(impact) => (
      <>
        <ImpactFigures impact={impact} className="impact-cards" />
        <LazyPart loading={<OverTimeLoading />}>
          <OverTime />
        </LazyPart>
        <ImpactPanels impact={impact} />
        <LazyPart>
          <GivingDetails />
        </LazyPart>
      </>
    )}
  </QueryView>
);

const OverTime = lazy(async () => ({ default: (await import('./impact-charts.tsx')).OverTime }));
const GivingDetails = lazy(async () => ({ default: (await import('./impact-charts.tsx')).GivingDetails }));

const OverTimeLoading = (): JSX.Element => (
  <section aria-label="Your giving over time" className="impact-chart">
    <h2>Your giving over time</h2>
    <OverTimeSkeleton />
  </section>
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

/** A sentence about the meals, a link to donate, and sharing. */
const ImpactPanels = ({ impact }: { readonly impact: Impact }): JSX.Element => (
  <div className="impact-panels">
    <section aria-label="What your meals add up to" className="impact-panel">
      <img src="/art/bowl.svg" alt="" width="160" height="120" className="h-auto w-40" />
      <p>{describeMealsTotal(impact.totalMeals)}</p>
      <DonateLink size="large">Donate Now</DonateLink>
    </section>
    <div className="impact-panel">
      <img src="/art/loaf.svg" alt="" width="160" height="120" className="h-auto w-40" />
      <ShareBlock
        title="Pass it on"
        text={`The snacks I skipped became ${formatCountOf(impact.totalMeals, 'meal')}.`}
        path="/"
        hashtags={['SkipASnack']}
      />
      <PictureButton figures={impact} />
    </div>
  </div>
);

function describeMealsTotal(totalMeals: number): string {
  const { families, poundsOfFood } = impactOfMeals(totalMeals);
  const food = `about ${formatCount(poundsOfFood)} pounds of food`;
  if (totalMeals === 1) return `Your 1 meal adds up to ${food}.`;
  const helped = families === 1 ? '1 family' : `${formatCount(families)} families`;
  return `Your ${formatCount(totalMeals)} meals add up to ${food}, or a meal for ${helped}.`;
}
