import { lazy, type JSX } from 'react';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { PlansSkeleton } from './plans-skeleton.tsx';

const PlansSection = lazy(() => import('./plans-section.tsx'));

/** The donor's plans, loaded on demand for a page with other content. */
export const MonthlyGifts = (): JSX.Element => (
  <LazyPart loading={<PlansSkeleton />}>
    <PlansSection />
  </LazyPart>
);
