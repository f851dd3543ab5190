import { useId, type JSX } from 'react';
import { formatMoney } from '#domain/money/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ChargesFold } from './charges-fold.tsx';
import { PlanHead } from './plan-card.tsx';
import type { Plan } from './plan.ts';

/** Monthly gifts that ended, folded away, with what was charged for them. */
export const EndedPlans = ({ plans }: { readonly plans: readonly Plan[] }): JSX.Element => (
  <details className="plan-fold">
    <summary>
      {plans.length === 1 ? 'One gift that ended' : `${plans.length} gifts that ended`}
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
  return (
    <article aria-labelledby={headingId} className="plan plan-ended">
      <PlanHead plan={plan} headingId={headingId} />
      <p>{`It was ${formatMoney(plan.amount)} per month.`}</p>
      <ChargesFold planId={plan.id} label={plan.label} />
    </article>
  );
}
