import { lazy, Suspense, type JSX } from 'react';
import { PlansSkeleton } from './plans-skeleton.tsx';

const PlansSection = lazy(() => import('./plans-section.tsx'));

/** A donor's monthly gifts, for a page that is about more than them: they come with a script of their own. */
export const MonthlyGifts = (): JSX.Element => (
  <Suspense fallback={<PlansSkeleton />}>
    <PlansSection />
  </Suspense>
);
