import { Suspense, type JSX, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { siteName } from '#web/page-settings.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { brokenBiscuit } from '#web/ui/feedback/broken-biscuit.ts';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';
import { Toaster } from '#web/ui/toast/toaster.tsx';
import { PicturePage } from './picture-page.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { useNavigationEffects } from './use-navigation-effects.ts';

/** The layout of every page: skip link, header, the only `main`, footer and toasts. React hydrates the footer last. */
export function Layout({ children }: { readonly children: ReactNode }): JSX.Element {
  const [path] = useLocation();
  useNavigationEffects();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <ErrorBoundary name={path} broken={<BrokenPage />}>
          {children}
        </ErrorBoundary>
      </main>
      <Suspense>
        <SiteFooter />
      </Suspense>
      <Toaster />
    </>
  );
}

/** Replaces a page that fails to load or render. */
const BrokenPage = (): JSX.Element => (
  <>
    <title>{`Something crumbled – ${siteName()}`}</title>
    <PicturePage
      picture={brokenBiscuit}
      title="Something crumbled"
      text={
        navigator.onLine
          ? "We couldn't show this page. Trying again usually helps."
          : "You seem to be offline, so we couldn't show this page. Please reconnect and try again."
      }
    >
      <Button onClick={() => window.location.reload()}>Try Again</Button>
      <ButtonLink to="/" tone="secondary">
        Back to Home
      </ButtonLink>
    </PicturePage>
  </>
);
