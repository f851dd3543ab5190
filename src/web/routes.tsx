import { lazy, type ComponentType } from 'react';

/** A page that is loaded when its address is asked for. */
export interface PageRoute {
  readonly path: string;
  /** File of the page below `src/web`: the build looks up by it which scripts the page will load. */
  readonly file: string;
  readonly Page: ComponentType;
}

const ComingPage = lazy(() => import('./pages/coming-page.tsx'));

const coming = (path: string): PageRoute => ({ path, file: 'pages/coming-page.tsx', Page: ComingPage });

/** Every page of the product; each is also prerendered by the build. */
export const pageRoutes: readonly PageRoute[] = [
  { path: '/', file: 'home/home-page.tsx', Page: lazy(() => import('./home/home-page.tsx')) },
  {
    path: '/donation-success',
    file: 'donation-success/donation-success-page.tsx',
    Page: lazy(() => import('./donation-success/donation-success-page.tsx')),
  },
  coming('/about'),
  coming('/auth'),
  coming('/contact'),
  coming('/donation-history'),
  coming('/faq'),
  coming('/impact'),
  coming('/impact-report'),
  coming('/privacy'),
  coming('/terms'),
];

/** The page for every other address. */
export const notFoundRoute: PageRoute = {
  path: '*',
  file: 'pages/not-found-page.tsx',
  Page: lazy(() => import('./pages/not-found-page.tsx')),
};
