import type { JSX } from 'react';
import type { ReviewAnswer } from '#contract/admin/review.ts';
import { ApiError } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { formatDecimal } from '../ui/format-decimal.ts';
import { useHasRight } from '../use-staff.ts';
import { useCancelLostPlan } from './use-review.ts';

type Plan = ReviewAnswer['lostPlans'][number];

/** Monthly donations that are charged although their donors' accounts were lost, and what to do about them. */
export const LostPlans = ({ plans }: { readonly plans: readonly Plan[] }): JSX.Element => (
  <section aria-labelledby="lost-plans" className="review-card">
    <h2 id="lost-plans">Monthly donations without an account</h2>
    <p className="text-muted">
      Their accounts were lost in a restore, and they are still charged. Ask the donor to register again with the same
      email address and to confirm it: the monthly donation is theirs again. Cancel it only if the donor asks for it.
    </p>
    <ul className="review-list">
      {plans.map((plan) => (
        <LostPlan key={plan.id} plan={plan} />
      ))}
    </ul>
  </section>
);

function LostPlan({ plan }: { readonly plan: Plan }): JSX.Element {
  const { id, subscriptionId, total, currency, nextChargeAt } = plan;
  const { mutate, isPending, isSuccess, error } = useCancelLostPlan();
  const isDone = isPending || isSuccess;
  return (
    <li>
      <p className="font-bold">{`${formatDecimal(total, currency)} a month`}</p>
      <p className="text-muted">
        {nextChargeAt === null ? 'No further charge' : `Next charge ${formatMoment(new Date(nextChargeAt))}`}
      </p>
      <p className="review-ids">{[id, subscriptionId].filter(Boolean).join(' ')}</p>
      {useHasRight('resolveReview') && (
        <Button tone="quiet" aria-disabled={isDone} onClick={() => !isDone && mutate(id)}>
          {isSuccess ? 'Cancellation requested' : 'Cancel'}
        </Button>
      )}
      <FieldProblem sentence={error ? sentenceOf(error) : undefined} />
    </li>
  );
}

const sentenceOf = (error: Error): string =>
  error instanceof ApiError ? error.sentence : 'We lost the connection. Please try again.';
