import type { JSX } from 'react';
import { formatMoney } from '#domain/money/format.ts';
import { describeMeals } from '#web/donate/index.ts';
import { formatDay } from '#web/ui/format-date.ts';
import type { Plan } from './plan.ts';
import type { WantedChange } from './wanted-change.ts';

/** What the gift will be each month, before it is sent; nothing while its amount cannot be read. */
export const ChangePreview = ({
  plan,
  change,
}: {
  readonly plan: Plan;
  readonly change: WantedChange;
}): JSX.Element => (
  <div aria-live="polite" className="plan-preview">
    {change.code === 'readable' ? (
      <>
        <p className="font-bold">
          {plan.nextChargeAt
            ? `From ${formatDay(plan.nextChargeAt)} on, each month`
            : 'From the next charge on, each month'}
        </p>
        <dl className="plan-lines">
          <PreviewLine term="Your gift (USD)" text={formatMoney(change.amount)} />
          <PreviewLine term="Service fee (10%)" text={formatMoney(change.serviceFee)} />
          <PreviewLine term="Total (USD)" text={formatMoney(change.total)} />
          <PreviewLine term="Your card is charged" text={formatMoney(change.charge)} />
        </dl>
        <p className="plan-meals">{describeMeals(change.meals)}</p>
      </>
    ) : (
      <p className="text-muted">The total stands here once the amount is complete.</p>
    )}
  </div>
);

const PreviewLine = ({ term, text }: { readonly term: string; readonly text: string }): JSX.Element => (
  <div>
    <dt>{term}</dt>
    <dd>{text}</dd>
  </div>
);
