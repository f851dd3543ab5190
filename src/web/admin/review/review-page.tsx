import { lazy, type JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { Figure, Figures } from '../ui/figure.tsx';
import rules from './review.css?inline';
import { LostPlans } from './lost-plans.tsx';
import { ReconciliationRuns } from './reconciliation-runs.tsx';
import { RestoredPayments } from './restored-payments.tsx';
import { useReview } from './use-review.ts';

adoptStyles(rules);

/** `/admin/review`: what needs review, and the latest reconciliation runs. */
export default function ReviewPage(): JSX.Element {
  return (
    <AdminPage title="Needs review" description="What a person has to review." path="/admin/review" right="readMoney">
      <Review />
    </AdminPage>
  );
}

const Review = (): JSX.Element => (
  <QueryView query={useReview()} loading={<Loading />} failure="We couldn't load what needs review.">
    {({ isOverdue, unknownPayments, runs, restore, lostPlans }) => (
      <div className="review">
        {restore && <RestoredPayments restore={restore} />}
        {lostPlans.length > 0 && <LostPlans plans={lostPlans} />}
        <LazyPart loading={<Loading />}>
          <ReviewItems />
        </LazyPart>
        <UnknownPayments count={unknownPayments} />
        <ReconciliationRuns runs={runs} isOverdue={isOverdue} />
      </div>
    )}
  </QueryView>
);

const ReviewItems = lazy(async () => ({ default: (await import('./items/review-items.tsx')).ReviewItems }));

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Loading…" />
  </p>
);

const UnknownPayments = ({ count }: { readonly count: number }): JSX.Element => (
  <section aria-label="Unknown payments">
    <Figures>
      <Figure
        id="unknown-payments"
        name="Refunds and disputes of unknown payments"
        value={formatCount(count)}
        needsReview={count > 0}
      />
    </Figures>
  </section>
);
