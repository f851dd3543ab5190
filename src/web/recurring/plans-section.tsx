import { useRef, type JSX } from 'react';
import type { LeavePage } from '#web/donate/index.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { moveFocusTo } from '#web/layout/scroll-to-section.ts';
import { adoptSheet } from '#web/ui/adopt-sheet.ts';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { EndedPlans } from './ended-plans.tsx';
import { PlanCard } from './plan-card.tsx';
import type { Plan } from './plan.ts';
import { PlansSkeleton } from './plans-skeleton.tsx';
import rules from './plans.css?inline';
import { usePlans } from './use-plans.ts';

adoptSheet(rules);

/** The donor's monthly gifts in one of their four faces. */
export default function PlansSection({ leavePage = goTo }: { readonly leavePage?: LeavePage }): JSX.Element {
  const { data: plans, isError, isFetching, refetch } = usePlans();
  if (plans?.length === 0) return <NoPlans text="You have no monthly gifts. Choose Monthly when you give." />;
  if (plans) return <Plans plans={plans} leavePage={leavePage} />;
  if (isError && !isFetching) {
    return <FailedBox text="Failed to load your monthly gifts" onRetry={() => void refetch()} />;
  }
  return <PlansSkeleton />;
}

/** Those that go on, and below them those that ended, folded away. Focus comes here when the card that it was at moves. */
function Plans({ plans, leavePage }: { plans: readonly Plan[]; leavePage: LeavePage }): JSX.Element {
  const groundRef = useRef<HTMLDivElement>(null);
  const going = plans.filter(({ status }) => status !== 'ended');
  const ended = plans.filter(({ status }) => status === 'ended');
  const handleEnded = (): void => void (groundRef.current && moveFocusTo(groundRef.current));
  return (
    <div ref={groundRef} role="group" aria-label="Your monthly gifts" className="plans">
      {going.length === 0 && <NoPlans text="No monthly gift goes on at the moment. Choose Monthly when you give." />}
      {going.map((plan) => (
        <PlanCard key={plan.id} plan={plan} leavePage={leavePage} onEnded={handleEnded} />
      ))}
      {ended.length > 0 && <EndedPlans plans={ended} />}
    </div>
  );
}

const NoPlans = ({ text }: { readonly text: string }): JSX.Element => (
  <div className="plans-empty">
    <img src="/art/empty-plate.svg" alt="" width="160" height="120" loading="lazy" className="h-auto w-32" />
    <div>
      <p className="text-lg font-bold">{text}</p>
      <p className="mt-1 text-muted">A small gift each month is one that a food bank can plan with.</p>
      <p className="mt-4">
        <DonateLink tone="secondary">Give monthly</DonateLink>
      </p>
    </div>
  </div>
);

const goTo: LeavePage = (url) => window.location.assign(url);
