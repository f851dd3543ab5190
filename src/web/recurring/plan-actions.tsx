import type { JSX } from 'react';
import { recurringEndpoints } from '#contract/recurring-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import type { LeavePage } from '#web/donate/index.ts';
import { Button } from '#web/ui/button.tsx';
import { DeedButton } from '#web/ui/deed-button.tsx';
import { nextGiftOf } from './plan-words.ts';
import type { Plan } from './plan.ts';
import { usePlanDeed } from './use-plan-deed.ts';
import { useTellPlanRefusal } from './use-tell-plan-refusal.ts';

/** What asks before it is done. */
export type PlanDialog = 'change' | 'pause' | 'cancel';

interface PlanActionsProps {
  readonly plan: Plan;
  readonly leavePage: LeavePage;
  readonly onOpen: (dialog: PlanDialog) => void;
  readonly onResumed: () => void;
}

/** What can be done with a gift as it stands. Until its first payment is confirmed there is nothing to change, only to end. */
export function PlanActions({ plan, leavePage, onOpen, onResumed }: PlanActionsProps): JSX.Element {
  const { status } = plan;
  const hasBegun = status !== 'starting';
  const needsCard = status === 'past_due';
  return (
    <div className="plan-actions">
      {needsCard && <ReplaceCardButton plan={plan} tone="primary" leavePage={leavePage} />}
      {hasBegun && (
        <Button tone="secondary" aria-haspopup="dialog" onClick={() => onOpen('change')}>
          Change
        </Button>
      )}
      {status === 'active' && (
        <Button tone="secondary" aria-haspopup="dialog" onClick={() => onOpen('pause')}>
          Pause
        </Button>
      )}
      {status === 'paused' && <ResumeButton plan={plan} onResumed={onResumed} />}
      {hasBegun && !needsCard && <ReplaceCardButton plan={plan} tone="secondary" leavePage={leavePage} />}
      <Button tone="quiet" className="plan-cancel" aria-haspopup="dialog" onClick={() => onOpen('cancel')}>
        Cancel this gift
      </Button>
    </div>
  );
}

function ResumeButton({ plan, onResumed }: { plan: Plan; onResumed: () => void }): JSX.Element {
  const doDeed = usePlanDeed();
  const resume = async (): Promise<void> => {
    const isDone = await doDeed({
      ask: () => callEndpoint(recurringEndpoints.resumePlan, { params: { id: plan.id } }),
      tell: (resumed) => ({ title: 'Your monthly gift goes on', ...withDescription(nextGiftOf(resumed)) }),
      failedTitle: 'Your monthly gift was not resumed',
    });
    if (isDone) onResumed();
  };
  return (
    <DeedButton tone="secondary" run={resume} busyText="Resuming…">
      Resume
    </DeedButton>
  );
}

const withDescription = (text: string | undefined): { description?: string } =>
  text === undefined ? {} : { description: `${text}.` };

interface ReplaceCardButtonProps {
  readonly plan: Plan;
  /** `primary` after a payment that failed: it is what helps then. */
  readonly tone: 'primary' | 'secondary';
  readonly leavePage: LeavePage;
}

/** Leads to the provider's own page, where the new card is typed in. */
function ReplaceCardButton({ plan, tone, leavePage }: ReplaceCardButtonProps): JSX.Element {
  const tellRefusal = useTellPlanRefusal();
  const openPortal = async (): Promise<void> => {
    try {
      const { url } = await callEndpoint(recurringEndpoints.openPlanPortal, { params: { id: plan.id } });
      leavePage(url);
    } catch (problem) {
      tellRefusal(problem, 'The card page did not open');
    }
  };
  return (
    <DeedButton tone={tone} run={openPortal} busyText="Opening…">
      Replace card
    </DeedButton>
  );
}
