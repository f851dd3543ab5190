import type { QueryClient } from '@tanstack/react-query';
import { lazy, type ComponentType } from 'react';
import type { AdminPath } from './admin-pages.ts';
import type { LinkPath } from './link-pages.ts';

/** A page that is loaded when its address is opened. `tools/build/page-files.ts` lists its files for the build. */
interface PageRoute {
  readonly path: string;
  readonly Page: ComponentType;
  /** Loads the page before it is rendered. */
  readonly load: () => Promise<unknown>;
}

interface PageModule {
  readonly default: ComponentType;
  /** Absent, because only data pages have a cache to fetch into. */
  readonly prefetch?: never;
}

const page = (path: string, load: () => Promise<PageModule>): PageRoute => ({ path, Page: lazy(load), load });

interface DataPageModule extends Pick<PageModule, 'default'> {
  /** Starts to fetch what the page shows, while React is still busy with its markup. */
  readonly prefetch?: (cache: QueryClient) => void;
}

type LoadPage = () => Promise<DataPageModule>;

/** A page that shows data from the server. */
const dataPage = (path: string, load: LoadPage): PageRoute =>
  page(path, async () => {
    const [{ default: Page, prefetch }, { ServerData, queryClient }] = await Promise.all([
      load(),
      import('./server-data.tsx'),
    ]);
    if (!import.meta.env.SSR) prefetch?.(queryClient);
    return {
      default: () => (
        <ServerData>
          <Page />
        </ServerData>
      ),
    };
  });

const adminPage = (path: AdminPath): PageRoute =>
  dataPage(path, async () => (await import('./admin-pages.ts')).adminPages[path]());

const linkPage = (path: LinkPath): PageRoute =>
  dataPage(path, async () => (await import('./link-pages.ts')).linkPages[path]());

/** The pages of mailed links, which `link-pages.ts` loads. */
const linkPaths: readonly LinkPath[] = [
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/team-invitation',
  '/payout-received',
];

/** The pages of the admin area, which `admin-pages.ts` loads. */
const adminPaths: readonly AdminPath[] = [
  '/admin',
  '/admin/review',
  '/admin/payouts',
  '/admin/payouts/:id',
  '/admin/charities/:id',
  '/admin/donations',
  '/admin/donations/:id',
  '/admin/donors',
  '/admin/donors/:id',
  '/admin/accounting',
  '/admin/messages',
  '/admin/newsletter',
  '/admin/counters',
  '/admin/newsletter/:id',
  '/admin/approvals',
  '/admin/rates',
  '/admin/catalogue',
  '/admin/words',
  '/admin/audit-log',
  '/admin/integrations',
  '/admin/team',
];

/** All pages but the not-found page. The build prerenders each of them. */
export const pageRoutes: readonly PageRoute[] = [
  dataPage('/', () => import('./home/home-page.tsx')),
  dataPage('/donation-success', () => import('./donation-success/donation-success-page.tsx')),
  dataPage('/donation-history', () => import('./history/donation-history-page.tsx')),
  dataPage('/impact', () => import('./impact/impact-page.tsx')),
  dataPage('/rewards', () => import('./rewards/rewards-page.tsx')),
  page('/about', () => import('./pages/about/about-page.tsx')),
  dataPage('/auth', () => import('./auth/auth-page.tsx')),
  dataPage('/account', () => import('./account/account-page.tsx')),
  ...linkPaths.map(linkPage),
  dataPage('/claim/:id', () => import('./claim/claim-page.tsx')),
  page('/contact', () => import('./contact/contact-page.tsx')),
  page('/newsletter/confirm', () => import('./newsletter/confirm-page.tsx')),
  page('/newsletter/unsubscribe/:token', () => import('./newsletter/unsubscribe-page.tsx')),
  page('/faq', () => import('./pages/faq/faq-page.tsx')),
  page('/impact-report', () => import('./pages/impact-report/impact-report-page.tsx')),
  dataPage('/paypal-checkout', () => import('./paypal-checkout/paypal-checkout-page.tsx')),
  page('/privacy', () => import('./pages/privacy/privacy-page.tsx')),
  page('/transparency', () => import('./pages/transparency/transparency-page.tsx')),
  dataPage('/verify', () => import('./verify/verify-page.tsx')),
  page('/terms', () => import('./pages/terms/terms-page.tsx')),
  ...adminPaths.map(adminPage),
];

/** The page for every other address, which the build prerenders too. */
export const notFoundRoute = page('*', () => import('./pages/not-found-page.tsx'));
