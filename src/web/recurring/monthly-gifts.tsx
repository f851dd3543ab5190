import { lazy, type JSX } from 'react';
import { LaterPart } from '#web/ui/later-part.tsx';
import { PlansSkeleton } from './plans-skeleton.tsx';

const PlansSection = lazy(() => import('./plans-section.tsx'));

/** A donor's monthly gifts, for a page that is about more than them: they come with a script of their own. */
export const MonthlyGifts = (): JSX.Element => (
  <LaterPart loading={<PlansSkeleton />}>
    <PlansSection />
  </LaterPart>
);
