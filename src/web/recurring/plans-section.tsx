import { useId, useRef, type JSX } from 'react';
import { useMoneyFormat } from '#web/country/index.ts';
import type { LeavePage } from '#web/donate/index.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { Icon } from '#web/ui/icon.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { moveFocusTo } from '#web/ui/scroll-to-section.ts';
import { PlanCard, PlanHeader } from './plan-card.tsx';
import { PlanCharges } from './plan-charges.tsx';
import type { Plan } from './plan.ts';
import { PlansSkeleton } from './plans-skeleton.tsx';
import rules from './plans.css?inline';
import { usePlans } from './use-plans.ts';

adoptStyles(rules);

/** The donor's plans. */
export default function PlansSection({ leavePage = goTo }: { readonly leavePage?: LeavePage }): JSX.Element {
  return (
    <QueryView
      query={usePlans()}
      loading={<PlansSkeleton />}
      failure="Failed to load your monthly gifts"
      isEmpty={({ length }) => length === 0}
      empty={<NoPlans text="You have no monthly gifts. Choose Monthly when you give." />}
    >
      {(plans) => <Plans plans={plans} leavePage={leavePage} />}
    </QueryView>
  );
}

const goTo: LeavePage = (url) => window.location.assign(url);

/** When a plan ends, its card moves to the ended ones, and focus moves to the whole group. */
function Plans({ plans, leavePage }: { plans: readonly Plan[]; leavePage: LeavePage }): JSX.Element {
  const groupRef = useRef<HTMLDivElement>(null);
  const current = plans.filter(({ status }) => status !== 'ended');
  const ended = plans.filter(({ status }) => status === 'ended');
  const handleEnded = (): void => void (groupRef.current && moveFocusTo(groupRef.current));
  return (
    <div ref={groupRef} role="group" aria-label="Your monthly gifts" className="plans">
      {current.length === 0 && <NoPlans text="You have no active monthly gifts. Choose Monthly when you give." />}
      {current.map((plan) => (
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
      <p className="mt-1 text-muted">A small monthly gift helps a food bank plan ahead.</p>
      <p className="mt-4">
        <DonateLink tone="secondary">Give monthly</DonateLink>
      </p>
    </div>
  </div>
);

const EndedPlans = ({ plans }: { readonly plans: readonly Plan[] }): JSX.Element => (
  <details className="plan-more">
    <summary>
      {plans.length === 1 ? '1 past gift' : `${plans.length} past gifts`}
      <Icon name="chevron" className="size-5" />
    </summary>
    <div className="plans">
      {plans.map((plan) => (
        <EndedPlan key={plan.id} plan={plan} />
      ))}
    </div>
  </details>
);

function EndedPlan({ plan }: { readonly plan: Plan }): JSX.Element {
  const headingId = useId();
  const format = useMoneyFormat();
  return (
    <article aria-labelledby={headingId} className="plan plan-ended">
      <PlanHeader plan={plan} headingId={headingId} />
      <p>{`It was ${format(plan.amount)} per month.`}</p>
      <PlanCharges planId={plan.id} label={plan.label} />
    </article>
  );
}
