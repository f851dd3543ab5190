import { useId, useRef, useState, type JSX, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useMoneyFormat } from '#web/country/index.ts';
import { describeMeals, type LeavePage } from '#web/donate/index.ts';
import { moveFocusTo } from '#web/ui/scroll-to-section.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { PlanActions, type PlanDialog } from './plan-actions.tsx';
import { PlanCharges } from './plan-charges.tsx';
import { PlanLines } from './plan-lines.tsx';
import { adviceFor, badgeOf, nextGiftOf } from './plan-texts.ts';
import type { Plan } from './plan.ts';

interface PlanCardProps {
  readonly plan: Plan;
  readonly leavePage: LeavePage;
  /** Called after the server has ended the plan and this card is gone. */
  readonly onEnded: () => void;
}

/** A plan that has not ended: its figures, its status and its actions. */
export function PlanCard({ plan, leavePage, onEnded }: PlanCardProps): JSX.Element {
  const headingId = useId();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [dialog, setDialog] = useState<PlanDialog | undefined>();
  const close = (): void => setDialog(undefined);
  // An open dialog makes the page behind it inert, so it closes before focus moves. The button that opened it may be gone.
  const closeThen = (moveFocus: () => void): void => {
    flushSync(close);
    moveFocus();
  };
  const focusHeading = (): void => void (headingRef.current && moveFocusTo(headingRef.current));
  return (
    <article aria-labelledby={headingId} className="plan">
      <PlanHeader plan={plan} headingId={headingId} headingRef={headingRef} />
      <PlanFigures plan={plan} />
      <PlanActions plan={plan} leavePage={leavePage} onOpen={setDialog} onResumed={focusHeading} />
      <PlanCharges planId={plan.id} label={plan.label} />
      {dialog === 'change' && <ChangeDialog plan={plan} onClose={close} />}
      {dialog === 'pause' && <PauseDialog plan={plan} onClose={close} onDone={() => closeThen(focusHeading)} />}
      {dialog === 'cancel' && <CancelDialog plan={plan} onClose={close} onDone={() => closeThen(onEnded)} />}
    </article>
  );
}

interface PlanHeaderProps {
  readonly plan: Plan;
  readonly headingId: string;
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
}

export function PlanHeader({ plan, headingId, headingRef }: PlanHeaderProps): JSX.Element {
  const { tone, text } = badgeOf(plan);
  return (
    <header className="plan-head">
      <div>
        <h3 id={headingId} ref={headingRef} className="plan-label">
          {plan.label}
        </h3>
        <p className="text-muted">{plan.charityName}</p>
      </div>
      <p className={`plan-badge plan-badge-${tone}`}>{text}</p>
    </header>
  );
}

function PlanFigures({ plan }: { readonly plan: Plan }): JSX.Element {
  const format = useMoneyFormat();
  const nextGift = nextGiftOf(plan);
  const advice = adviceFor(plan);
  return (
    <>
      <p className="plan-sum">
        <span className="plan-amount">{format(plan.amount)}</span> per month
        <span className="plan-meals">{describeMeals(plan.meals)}</span>
      </p>
      {advice !== undefined && <p className="plan-advice">{advice}</p>}
      {nextGift !== undefined && <p className="font-bold">{nextGift}</p>}
      <PlanLines
        lines={[
          ['With the 10% fee', format(plan.total)],
          ['Your card is charged', format(plan.charge.total)],
          ...(plan.card === undefined ? [] : [['Card', plan.card] as const]),
        ]}
      />
    </>
  );
}
