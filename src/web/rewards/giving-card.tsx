import type { JSX } from 'react';
import { ImpactFigures, useImpact } from '#web/impact/index.ts';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { PointsFold } from './points-fold.tsx';

/** What the donor has given, and how that becomes points (spec 2, Rewards). It loads apart from the streak, and may fail apart. */
export function GivingCard(): JSX.Element {
  const { data: impact, isError, isFetching, refetch } = useImpact();
  return (
    <section aria-labelledby="giving-heading" className="rewards-card">
      <h2 id="giving-heading" className="text-2xl">
        Your Impact
      </h2>
      {!impact && isError && !isFetching ? (
        <FailedBox text="Failed to load your impact data." onRetry={() => void refetch()} />
      ) : (
        <ImpactFigures impact={impact} className="impact-lines" />
      )}
      <PointsFold />
    </section>
  );
}
