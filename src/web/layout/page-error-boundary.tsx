import type { JSX, ReactNode } from 'react';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { PicturePage } from './picture-page.tsx';

interface PageErrorBoundaryProps {
  /** The page's path: another page gets another try. */
  readonly path: string;
  readonly children: ReactNode;
}

/** Catches a page that breaks or cannot be loaded, and offers a way on; header and footer stay. */
export const PageErrorBoundary = ({ path, children }: PageErrorBoundaryProps): JSX.Element => (
  <ErrorBoundary name={path} broken={<BrokenPage />}>
    {children}
  </ErrorBoundary>
);

const BrokenPage = (): JSX.Element => (
  <PicturePage
    picture="/art/broken-biscuit.svg"
    title="That crumbled"
    text="This page could not be shown. Trying again usually helps."
  >
    <Button onClick={() => window.location.reload()}>Try Again</Button>
    <ButtonLink to="/" tone="secondary">
      Back to Home
    </ButtonLink>
  </PicturePage>
);
