/**
 * The pages of the admin area and how to load them, by file. Only the admin area loads this list: in the script of every page
 * it would make them all larger.
 */
export const adminPages = {
  'admin/accounting/accounting-page.tsx': () => import('./admin/accounting/accounting-page.tsx'),
  'admin/today/today-page.tsx': () => import('./admin/today/today-page.tsx'),
  'admin/payouts/payouts-page.tsx': () => import('./admin/payouts/payouts-page.tsx'),
  'admin/payouts/batch-page.tsx': () => import('./admin/payouts/batch-page.tsx'),
  'admin/payouts/charity-page.tsx': () => import('./admin/payouts/charity/charity-page.tsx'),
  'admin/donations/donations-page.tsx': () => import('./admin/donations/donations-page.tsx'),
  'admin/donations/donation-page.tsx': () => import('./admin/donations/donation-page.tsx'),
  'admin/donors/donors-page.tsx': () => import('./admin/donors/donors-page.tsx'),
  'admin/donors/donor-page.tsx': () => import('./admin/donors/donor-page.tsx'),
  'admin/rates/rates-page.tsx': () => import('./admin/rates/rates-page.tsx'),
  'admin/words/words-page.tsx': () => import('./admin/words/words-page.tsx'),
  'admin/newsletter/newsletter-page.tsx': () => import('./admin/newsletter/newsletter-page.tsx'),
  'admin/figures/counters-page.tsx': () => import('./admin/figures/counters-page.tsx'),
  'admin/newsletter/newsletter-editor-page.tsx': () => import('./admin/newsletter/newsletter-editor-page.tsx'),
  'admin/approvals/approvals-page.tsx': () => import('./admin/approvals/approvals-page.tsx'),
  'admin/audit-log/audit-log-page.tsx': () => import('./admin/audit-log/audit-log-page.tsx'),
  'admin/integrations/integrations-page.tsx': () => import('./admin/integrations/integrations-page.tsx'),
  'admin/team/team-page.tsx': () => import('./admin/team/team-page.tsx'),
  'admin/review/review-page.tsx': () => import('./admin/review/review-page.tsx'),
  'inbox/inbox-page.tsx': () => import('./inbox/inbox-page.tsx'),
} as const;

export type AdminPageFile = keyof typeof adminPages;
