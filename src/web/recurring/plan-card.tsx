import { useId, useRef, useState, type JSX, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { formatMoney } from '#domain/money/format.ts';
import { describeMeals, type LeavePage } from '#web/donate/index.ts';
import { moveFocusTo } from '#web/layout/scroll-to-section.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { ChargesFold } from './charges-fold.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { PlanActions, type PlanDialog } from './plan-actions.tsx';
import { adviceFor, nextGiftOf, standingOf } from './plan-words.ts';
import type { Plan } from './plan.ts';

interface PlanCardProps {
  readonly plan: Plan;
  readonly leavePage: LeavePage;
  /** Called once the server has ended it: the card is gone then. */
  readonly onEnded: () => void;
}

/** A monthly gift that goes on: what is given, how it stands, and everything that can be done with it. */
export function PlanCard({ plan, leavePage, onEnded }: PlanCardProps): JSX.Element {
  const headingId = useId();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [dialog, setDialog] = useState<PlanDialog | undefined>();
  const close = (): void => setDialog(undefined);
  // While the dialog stands, all behind it is out of the keyboard's reach; the button that opened it may be gone by now.
  const closeAndLead = (lead: () => void): void => {
    flushSync(close);
    lead();
  };
  const leadHere = (): void => void (headingRef.current && moveFocusTo(headingRef.current));
  return (
    <article aria-labelledby={headingId} className="plan">
      <PlanHead plan={plan} headingId={headingId} headingRef={headingRef} />
      <PlanFigures plan={plan} />
      <PlanActions plan={plan} leavePage={leavePage} onOpen={setDialog} onResumed={leadHere} />
      <ChargesFold planId={plan.id} label={plan.label} />
      {dialog === 'change' && <ChangeDialog plan={plan} onClose={close} />}
      {dialog === 'pause' && <PauseDialog plan={plan} onClose={close} onDone={() => closeAndLead(leadHere)} />}
      {dialog === 'cancel' && <CancelDialog plan={plan} onClose={close} onDone={() => closeAndLead(onEnded)} />}
    </article>
  );
}

interface PlanHeadProps {
  readonly plan: Plan;
  readonly headingId: string;
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
}

/** What the gift is, to whom it goes, and how it stands. */
export function PlanHead({ plan, headingId, headingRef }: PlanHeadProps): JSX.Element {
  const { tone, text } = standingOf(plan);
  return (
    <header className="plan-head">
      <div>
        <h3 id={headingId} ref={headingRef} className="plan-label">
          {plan.label}
        </h3>
        <p className="text-muted">{plan.charityName}</p>
      </div>
      <p className={`plan-standing plan-standing-${tone}`}>{text}</p>
    </header>
  );
}

function PlanFigures({ plan }: { readonly plan: Plan }): JSX.Element {
  const nextGift = nextGiftOf(plan);
  const advice = adviceFor(plan);
  return (
    <>
      <p className="plan-sum">
        <span className="plan-amount">{formatMoney(plan.amount)}</span> USD per month
        <span className="plan-meals">{describeMeals(plan.meals)}</span>
      </p>
      {advice !== undefined && <p className="plan-advice">{advice}</p>}
      {nextGift !== undefined && <p className="font-bold">{nextGift}</p>}
      <dl className="plan-lines">
        <PlanLine term="With the 10% fee (USD)" text={formatMoney(plan.total)} />
        <PlanLine term="Your card is charged" text={formatMoney(plan.charge)} />
        {plan.card !== undefined && <PlanLine term="Card" text={plan.card} />}
      </dl>
    </>
  );
}

const PlanLine = ({ term, text }: { readonly term: string; readonly text: string }): JSX.Element => (
  <div>
    <dt>{term}</dt>
    <dd>{text}</dd>
  </div>
);
