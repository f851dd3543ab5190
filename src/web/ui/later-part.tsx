import { Suspense, type JSX, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { FailedBox } from './failed-box.tsx';

interface LaterPartProps {
  /** Stands while the part is loading; nothing unless it is named. */
  readonly loading?: ReactNode;
  /** Whether the visitor has just asked for it: a box in its place comes into view then. */
  readonly isAsked?: boolean;
  readonly children: ReactNode;
}

/**
 * A part of a page with a script of its own. When that does not come, as without a network or after a deploy, the rest of the
 * page stays as it is, and a box offers to load the page anew: scripts of another build are under other names.
 */
export const LaterPart = ({ loading, isAsked, children }: LaterPartProps): JSX.Element => (
  <ErrorBoundary
    broken={
      <div ref={isAsked ? bringIntoView : null}>
        <FailedBox text="This part of the page did not load." onRetry={() => window.location.reload()} />
      </div>
    }
  >
    <Suspense fallback={loading}>{children}</Suspense>
  </ErrorBoundary>
);

const bringIntoView = (box: HTMLElement | null): void => box?.scrollIntoView({ block: 'center' });
