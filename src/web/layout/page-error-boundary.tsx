import { Component, type JSX, type ReactNode } from 'react';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PicturePage } from './picture-page.tsx';

interface BoundaryProps {
  /** The page's path: another page gets another try. */
  readonly path: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly isBroken: boolean;
  readonly path: string;
}

/**
 * Catches a page that breaks or cannot be loaded, and offers a way on; header and footer stay. It is not keyed by the path:
 * that would tear the old page down before the new one is there.
 */
export class PageErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { isBroken: false, path: this.props.path };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return path === state.path ? null : { isBroken: false, path };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

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
