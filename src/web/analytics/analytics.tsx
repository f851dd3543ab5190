import { lazy, Suspense, type JSX } from 'react';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { readAnalyticsId } from './analytics-id.ts';

// Whoever counts nothing loads nothing; a browser that fails to load it is not counted.
const Counter = lazy(() => import('./counter.tsx').catch(() => ({ default: () => null })));

interface AnalyticsProps {
  /** Paths of all pages, with `:` where they differ from visitor to visitor; always the same list. */
  readonly patterns: readonly string[];
}

/** Counts visits where an id is configured, with the visitor's consent (rulings). */
export function Analytics({ patterns }: AnalyticsProps): JSX.Element | null {
  const isHydrated = useIsHydrated();
  const id = isHydrated ? readAnalyticsId() : undefined;
  return id === undefined ? null : (
    <Suspense>
      <Counter id={id} patterns={patterns} />
    </Suspense>
  );
}
