import { Component, type JSX, type ReactNode } from 'react';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PicturePage } from './picture-page.tsx';

/** Catches a page that breaks or cannot be loaded, and offers a way on; header and footer stay. */
export class PageErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override readonly state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
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
    <ButtonLink to="/" reloadDocument tone="secondary">
      Back to Home
    </ButtonLink>
  </PicturePage>
);
