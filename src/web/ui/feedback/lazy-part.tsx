import { Suspense, type JSX, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { FailedBox } from './failed-box.tsx';

interface LazyPartProps {
  /** Shown while the part is loading; nothing by default. */
  readonly loading?: ReactNode;
  /** True if the visitor has just opened the part. Then its error box scrolls into view. */
  readonly isRequested?: boolean;
  readonly children: ReactNode;
}

/**
 * A part of a page with its own script. If the script cannot be loaded, because there is no network or a deploy has replaced it,
 * the rest of the page stays, and an error box offers to reload the page.
 */
export const LazyPart = ({ loading, isRequested, children }: LazyPartProps): JSX.Element => (
  <ErrorBoundary
    broken={
      <div ref={isRequested ? scrollToCenter : null}>
        <FailedBox text="This part of the page did not load." onRetry={() => window.location.reload()} />
      </div>
    }
  >
    <Suspense fallback={loading}>{children}</Suspense>
  </ErrorBoundary>
);

const scrollToCenter = (box: HTMLElement | null): void => box?.scrollIntoView({ block: 'center' });
