import { lazy, type ComponentType } from 'react';

/** A page that is loaded when its address is asked for. */
export interface PageRoute {
  readonly path: string;
  /** Files below `src/web` that the page is made of: the build looks up by them which scripts it will load. */
  readonly files: readonly string[];
  readonly Page: ComponentType;
}

type LoadPage = () => Promise<{ default: ComponentType }>;

const page = (path: string, file: string, load: LoadPage): PageRoute => ({ path, files: [file], Page: lazy(load) });

/** A page that shows what the server knows. */
const dataPage = (path: string, file: string, load: LoadPage): PageRoute => ({
  path,
  files: [file, 'server-data.tsx'],
  Page: lazy(async () => {
    const [{ default: Page }, { ServerData }] = await Promise.all([load(), import('./server-data.tsx')]);
    return {
      default: () => (
        <ServerData>
          <Page />
        </ServerData>
      ),
    };
  }),
});

const comingPage = (path: string): PageRoute => page(path, 'pages/coming-page.tsx', loadComingPage);

const loadComingPage: LoadPage = () => import('./pages/coming-page.tsx');

/** Every page of the product; each is also prerendered by the build. */
export const pageRoutes: readonly PageRoute[] = [
  dataPage('/', 'home/home-page.tsx', () => import('./home/home-page.tsx')),
  dataPage(
    '/donation-success',
    'donation-success/donation-success-page.tsx',
    () => import('./donation-success/donation-success-page.tsx'),
  ),
  dataPage(
    '/donation-history',
    'history/donation-history-page.tsx',
    () => import('./history/donation-history-page.tsx'),
  ),
  dataPage('/impact', 'impact/impact-page.tsx', () => import('./impact/impact-page.tsx')),
  dataPage('/rewards', 'rewards/rewards-page.tsx', () => import('./rewards/rewards-page.tsx')),
  comingPage('/about'),
  dataPage('/admin/money', 'money-desk/money-desk-page.tsx', () => import('./money-desk/money-desk-page.tsx')),
  dataPage('/auth', 'auth/auth-page.tsx', () => import('./auth/auth-page.tsx')),
  dataPage('/claim/:id', 'claim/claim-page.tsx', () => import('./claim/claim-page.tsx')),
  comingPage('/contact'),
  comingPage('/faq'),
  comingPage('/impact-report'),
  dataPage(
    '/paypal-checkout',
    'paypal-checkout/paypal-checkout-page.tsx',
    () => import('./paypal-checkout/paypal-checkout-page.tsx'),
  ),
  comingPage('/privacy'),
  comingPage('/terms'),
];

/** The page for every other address. */
export const notFoundRoute = page('*', 'pages/not-found-page.tsx', () => import('./pages/not-found-page.tsx'));
