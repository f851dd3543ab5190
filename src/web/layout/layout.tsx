import type { JSX, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Toaster } from '#web/ui/toaster.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { useArrival } from './use-arrival.ts';

/** What every page has around it: skip link, header, the one `main`, footer and toasts. */
export function Layout({ children }: { readonly children: ReactNode }): JSX.Element {
  const { pathname } = useLocation();
  useArrival();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <PageErrorBoundary path={pathname}>{children}</PageErrorBoundary>
      </main>
      <SiteFooter />
      <Toaster />
    </>
  );
}
