import { lazy, Suspense, type JSX } from 'react';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { readAnalyticsId } from './consent.ts';

// Loaded only if an id is configured. If the script cannot be loaded, visits are not counted.
const Counter = lazy(() => import('./counter.tsx').catch(() => ({ default: () => null })));

interface AnalyticsProps {
  /** Paths of all pages, with `:name` for parameters. The array must stay the same between renders. */
  readonly patterns: readonly string[];
}

/** Counts visits if an id is configured and the visitor consents (spec-readings, Pages). */
export function Analytics({ patterns }: AnalyticsProps): JSX.Element | null {
  const isHydrated = useIsHydrated();
  const id = isHydrated ? readAnalyticsId() : undefined;
  return id === undefined ? null : (
    <Suspense>
      <Counter id={id} patterns={patterns} />
    </Suspense>
  );
}
