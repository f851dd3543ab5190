import { lazy, type JSX } from 'react';
import type { MoneyDeskAnswer } from '#contract/money-desk.ts';
import { formatCount } from '#domain/money/format.ts';
import { AdminPage, formatDecimal } from '#web/admin/index.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import rules from './money-desk.css?inline';
import { LostPlans } from './lost-plans.tsx';
import { ReconciliationRuns } from './reconciliation-runs.tsx';
import { RestoredPayments } from './restored-payments.tsx';
import { useMoneyDesk } from './use-money-desk.ts';

adoptStyles(rules);

/** `/admin/money`: payments and reconciliation. For the administrator only. */
export default function MoneyDeskPage(): JSX.Element {
  return (
    <AdminPage title="Money" description="Payments and reconciliation." path="/admin/money" right="readMoney">
      <MoneyDesk />
    </AdminPage>
  );
}

const MoneyDesk = (): JSX.Element => (
  <QueryView query={useMoneyDesk()} loading={<Loading />} failure="We couldn't load the payments.">
    {({ counts, runs, disputeLosses, restore, lostPlans }) => (
      <div className="desk">
        <Counts counts={counts} losses={disputeLosses} />
        {restore && <RestoredPayments restore={restore} />}
        {lostPlans.length > 0 && <LostPlans plans={lostPlans} />}
        <LazyPart loading={<Loading />}>
          <ReviewItems />
        </LazyPart>
        <ReconciliationRuns runs={runs} />
      </div>
    )}
  </QueryView>
);

const ReviewItems = lazy(async () => ({ default: (await import('./items/review-items.tsx')).ReviewItems }));

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Loading payments…" />
  </p>
);

/** Counts that need review stand out unless they are zero. */
const Counts = ({ counts, losses }: CountsProps): JSX.Element => (
  <dl className="desk-figures">
    {figuresOf(counts).map(({ name, count, needsReview }) => (
      <div key={name} className="desk-figure" data-needs-review={needsReview && count > 0}>
        <dt>{name}</dt>
        <dd>{formatCount(count)}</dd>
      </div>
    ))}
    {losses.map(({ amount, currency }) => (
      <div key={currency} className="desk-figure">
        <dt>Dispute losses</dt>
        <dd>{formatDecimal(amount, currency)}</dd>
      </div>
    ))}
  </dl>
);

interface CountsProps {
  readonly counts: MoneyDeskAnswer['counts'];
  readonly losses: MoneyDeskAnswer['disputeLosses'];
}

interface Figure {
  readonly name: string;
  readonly count: number;
  readonly needsReview: boolean;
}

const figuresOf = (counts: MoneyDeskAnswer['counts']): readonly Figure[] => [
  { name: 'Donations', count: counts.donations, needsReview: false },
  { name: 'Refunded, in full or in part', count: counts.refunded, needsReview: false },
  { name: 'Disputed', count: counts.disputed, needsReview: true },
  { name: 'Quarantined', count: counts.quarantined, needsReview: true },
  { name: 'Failed jobs', count: counts.deadJobs, needsReview: true },
  { name: 'Reversals of unknown payments', count: counts.waiting, needsReview: true },
];
