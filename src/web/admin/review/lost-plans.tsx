import { useState, type JSX } from 'react';
import { cancelLostPlanRequest, type ReviewResponse } from '#contract/admin/review/review.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { useHasRight } from '../use-staff.ts';
import { useCancelLostPlan } from './use-review.ts';

type Plan = ReviewResponse['lostPlans'][number];

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
  const cancel = useCancelLostPlan();
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  return (
    <li>
      <p className="font-bold">{`${formatDecimal(total, currency)} a month`}</p>
      <p className="text-muted">
        {nextChargeAt === null ? 'No further charge' : `Next charge ${formatMoment(new Date(nextChargeAt))}`}
      </p>
      <p className="review-ids">{[id, subscriptionId].filter(Boolean).join(' ')}</p>
      {useHasRight('resolveReview') && (
        <Button tone="quiet" className="mt-2" aria-disabled={isRequested} onClick={() => setIsOpen(!isRequested)}>
          {isRequested ? 'Cancellation requested' : 'Cancel…'}
        </Button>
      )}
      <ActionDialog
        isOpen={isOpen}
        title="Cancel this monthly donation?"
        schema={cancelLostPlanRequest}
        action="Cancel monthly donation"
        busyText="Canceling…"
        cancelText="Keep"
        run={async ({ reason }) => cancel(id, reason)}
        onDone={() => {
          setIsRequested(true);
          setIsOpen(false);
        }}
        onClose={() => setIsOpen(false)}
      >
        <p>The provider cancels it within seconds. Nothing is refunded.</p>
      </ActionDialog>
    </li>
  );
}
