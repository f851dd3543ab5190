/**
 * Functions that load the pages of the admin area, by path. Only the admin area loads this list, because it would make the
 * scripts of all other pages larger.
 */
export const adminPages = {
  '/admin/accounting': () => import('./admin/accounting/accounting-page.tsx'),
  '/admin': () => import('./admin/today/today-page.tsx'),
  '/admin/payouts': () => import('./admin/payouts/payouts-page.tsx'),
  '/admin/payouts/:id': () => import('./admin/payouts/batch-page.tsx'),
  '/admin/charities/:id': () => import('./admin/payouts/charity/charity-page.tsx'),
  '/admin/donations': () => import('./admin/donations/donations-page.tsx'),
  '/admin/donations/:id': () => import('./admin/donations/donation-page.tsx'),
  '/admin/donors': () => import('./admin/donors/donors-page.tsx'),
  '/admin/donors/:id': () => import('./admin/donors/donor-page.tsx'),
  '/admin/rates': () => import('./admin/rates/rates-page.tsx'),
  '/admin/catalogue': () => import('./admin/catalogue/catalogue-page.tsx'),
  '/admin/words': () => import('./admin/words/words-page.tsx'),
  '/admin/newsletter': () => import('./admin/newsletter/newsletter-page.tsx'),
  '/admin/counters': () => import('./admin/figures/counters-page.tsx'),
  '/admin/newsletter/:id': () => import('./admin/newsletter/newsletter-editor-page.tsx'),
  '/admin/approvals': () => import('./admin/approvals/approvals-page.tsx'),
  '/admin/audit-log': () => import('./admin/audit-log/audit-log-page.tsx'),
  '/admin/integrations': () => import('./admin/integrations/integrations-page.tsx'),
  '/admin/team': () => import('./admin/team/team-page.tsx'),
  '/admin/review': () => import('./admin/review/review-page.tsx'),
  '/admin/messages': () => import('./inbox/inbox-page.tsx'),
} as const;

export type AdminPath = keyof typeof adminPages;
