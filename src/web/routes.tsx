import { lazy, type ComponentType } from 'react';
import type { AdminPageFile } from './admin-pages.ts';

/** A page that is loaded when its address is opened. */
export interface PageRoute {
  readonly path: string;
  /** The page's files below `src/web`. The build finds the scripts to preload by them. */
  readonly files: readonly string[];
  readonly Page: ComponentType;
}

type LoadPage = () => Promise<{ default: ComponentType }>;

const page = (path: string, file: string, load: LoadPage): PageRoute => ({ path, files: [file], Page: lazy(load) });

/** A page that shows data from the server. */
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

/** A page of the admin area. `admin-pages.ts` loads it. */
function adminPage(path: string, file: AdminPageFile): PageRoute {
  const route = dataPage(path, file, async () => (await import('./admin-pages.ts')).adminPages[file]());
  return { ...route, files: [...route.files, 'admin-pages.ts'] };
}

/** Every page; the build prerenders each of them. */
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
  page('/about', 'pages/about/about-page.tsx', () => import('./pages/about/about-page.tsx')),
  dataPage('/auth', 'auth/auth-page.tsx', () => import('./auth/auth-page.tsx')),
  dataPage('/account', 'account/account-page.tsx', () => import('./account/account-page.tsx')),
  dataPage(
    '/forgot-password',
    'account-links/forgot-password-page.tsx',
    () => import('./account-links/forgot-password-page.tsx'),
  ),
  dataPage(
    '/reset-password',
    'account-links/reset-password-page.tsx',
    () => import('./account-links/reset-password-page.tsx'),
  ),
  dataPage(
    '/confirm-email',
    'account-links/confirm-email-page.tsx',
    () => import('./account-links/confirm-email-page.tsx'),
  ),
  dataPage(
    '/team-invitation',
    'account-links/team-invitation-page.tsx',
    () => import('./account-links/team-invitation-page.tsx'),
  ),
  dataPage('/claim/:id', 'claim/claim-page.tsx', () => import('./claim/claim-page.tsx')),
  page('/contact', 'contact/contact-page.tsx', () => import('./contact/contact-page.tsx')),
  page('/newsletter/confirm', 'newsletter/confirm-page.tsx', () => import('./newsletter/confirm-page.tsx')),
  page(
    '/newsletter/unsubscribe/:token',
    'newsletter/unsubscribe-page.tsx',
    () => import('./newsletter/unsubscribe-page.tsx'),
  ),
  page('/faq', 'pages/faq/faq-page.tsx', () => import('./pages/faq/faq-page.tsx')),
  page(
    '/impact-report',
    'pages/impact-report/impact-report-page.tsx',
    () => import('./pages/impact-report/impact-report-page.tsx'),
  ),
  dataPage(
    '/paypal-checkout',
    'paypal-checkout/paypal-checkout-page.tsx',
    () => import('./paypal-checkout/paypal-checkout-page.tsx'),
  ),
  page('/privacy', 'pages/privacy/privacy-page.tsx', () => import('./pages/privacy/privacy-page.tsx')),
  page('/terms', 'pages/terms/terms-page.tsx', () => import('./pages/terms/terms-page.tsx')),
  adminPage('/admin', 'admin/today/today-page.tsx'),
  adminPage('/admin/review', 'admin/review/review-page.tsx'),
  adminPage('/admin/payouts', 'admin/payouts/payouts-page.tsx'),
  adminPage('/admin/payouts/:id', 'admin/payouts/batch-page.tsx'),
  adminPage('/admin/charities/:id', 'admin/payouts/charity-page.tsx'),
  adminPage('/admin/donations', 'admin/donations/donations-page.tsx'),
  adminPage('/admin/donations/:id', 'admin/donations/donation-page.tsx'),
  adminPage('/admin/donors', 'admin/donors/donors-page.tsx'),
  adminPage('/admin/donors/:id', 'admin/donors/donor-page.tsx'),
  adminPage('/admin/accounting', 'admin/accounting/accounting-page.tsx'),
  adminPage('/admin/messages', 'inbox/inbox-page.tsx'),
  adminPage('/admin/newsletter', 'admin/newsletter/newsletter-page.tsx'),
  adminPage('/admin/counters', 'admin/figures/counters-page.tsx'),
  adminPage('/admin/newsletter/:id', 'admin/newsletter/newsletter-editor-page.tsx'),
  adminPage('/admin/approvals', 'admin/approvals/approvals-page.tsx'),
  adminPage('/admin/rates', 'admin/rates/rates-page.tsx'),
  adminPage('/admin/words', 'admin/words/words-page.tsx'),
  adminPage('/admin/audit-log', 'admin/audit-log/audit-log-page.tsx'),
  adminPage('/admin/integrations', 'admin/integrations/integrations-page.tsx'),
  adminPage('/admin/team', 'admin/team/team-page.tsx'),
];

/** The page for every other address. */
export const notFoundRoute = page('*', 'pages/not-found-page.tsx', () => import('./pages/not-found-page.tsx'));
