import type { JSX } from 'react';
import { recurringCalls } from '#contract/calls/recurring.ts';
import { callEndpoint } from '#web/api.ts';
import type { LeavePage } from '#web/donate/index.ts';
import { Button } from '#web/ui/button.tsx';
import { ActionButton } from '#web/ui/action-button.tsx';
import { nextGiftOf } from './plan-texts.ts';
import type { Plan } from './plan.ts';
import { usePlanAction, usePlanRefusal } from './use-plans.ts';

/** The actions that open a dialog. */
export type PlanDialog = 'change' | 'pause' | 'cancel';

interface PlanActionsProps {
  readonly plan: Plan;
  readonly leavePage: LeavePage;
  readonly onOpen: (dialog: PlanDialog) => void;
  readonly onResumed: () => void;
}

/** The buttons for the plan's status. Until its first payment is confirmed, a plan can only be canceled. */
export function PlanActions({ plan, leavePage, onOpen, onResumed }: PlanActionsProps): JSX.Element {
  const { status, waitsForCharity } = plan;
  const hasStarted = status !== 'starting';
  const needsCard = status === 'past_due' && !waitsForCharity;
  return (
    <div className="plan-actions">
      {needsCard && <ReplaceCardButton plan={plan} tone="primary" leavePage={leavePage} />}
      {hasStarted && (
        <Button
          tone={waitsForCharity ? 'primary' : 'secondary'}
          aria-haspopup="dialog"
          onClick={() => onOpen('change')}
        >
          {waitsForCharity ? 'Choose a charity' : 'Change'}
        </Button>
      )}
      {status === 'active' && !waitsForCharity && (
        <Button tone="secondary" aria-haspopup="dialog" onClick={() => onOpen('pause')}>
          Pause
        </Button>
      )}
      {status === 'paused' && !waitsForCharity && <ResumeButton plan={plan} onResumed={onResumed} />}
      {hasStarted && !needsCard && <ReplaceCardButton plan={plan} tone="secondary" leavePage={leavePage} />}
      <Button tone="quiet" className="plan-cancel" aria-haspopup="dialog" onClick={() => onOpen('cancel')}>
        Cancel this gift
      </Button>
    </div>
  );
}

function ResumeButton({ plan, onResumed }: { plan: Plan; onResumed: () => void }): JSX.Element {
  const runAction = usePlanAction();
  const resume = async (): Promise<void> => {
    const isDone = await runAction({
      request: () => callEndpoint(recurringCalls.resumePlan, { params: { id: plan.id } }),
      success: (resumed) => ({ title: 'Your monthly gift has resumed', ...withDescription(nextGiftOf(resumed)) }),
      failureTitle: "We couldn't resume your monthly gift",
    });
    if (isDone) onResumed();
  };
  return (
    <ActionButton tone="secondary" run={resume} busyText="Resuming…">
      Resume
    </ActionButton>
  );
}

const withDescription = (text: string | undefined): { description?: string } =>
  text === undefined ? {} : { description: `${text}.` };

interface ReplaceCardButtonProps {
  readonly plan: Plan;
  /** `primary` if the plan needs another card. */
  readonly tone: 'primary' | 'secondary';
  readonly leavePage: LeavePage;
}

/** Opens the provider's page where a new card is entered. */
function ReplaceCardButton({ plan, tone, leavePage }: ReplaceCardButtonProps): JSX.Element {
  const showRefusal = usePlanRefusal();
  const openPortal = async (): Promise<void> => {
    try {
      const { url } = await callEndpoint(recurringCalls.openPlanPortal, { params: { id: plan.id } });
      leavePage(url);
    } catch (problem) {
      showRefusal(problem, "We couldn't open the card page");
    }
  };
  return (
    <ActionButton tone={tone} run={openPortal} busyText="Opening…">
      Replace card
    </ActionButton>
  );
}
