const page = (file: string): readonly string[] => [file];
const dataPage = (file: string): readonly string[] => [file, 'server-data.tsx'];
const linkPage = (file: string): readonly string[] => [`account-links/${file}`, 'server-data.tsx', 'link-pages.ts'];
const adminPage = (file: string): readonly string[] => [file, 'server-data.tsx', 'admin-pages.ts'];

/**
 * The files below `src/web` of each page in `routes.tsx`. The built page names their scripts, so that the browser loads them
 * without waiting for the routes. They are not listed in `routes.tsx`, because every page loads the routes.
 */
export const pageFiles: ReadonlyMap<string, readonly string[]> = new Map([
  ['/', dataPage('home/home-page.tsx')],
  ['/donation-success', dataPage('donation-success/donation-success-page.tsx')],
  ['/donation-history', dataPage('history/donation-history-page.tsx')],
  ['/impact', dataPage('impact/impact-page.tsx')],
  ['/rewards', dataPage('rewards/rewards-page.tsx')],
  ['/about', page('pages/about/about-page.tsx')],
  ['/auth', dataPage('auth/auth-page.tsx')],
  ['/account', dataPage('account/account-page.tsx')],
  ['/forgot-password', linkPage('forgot-password-page.tsx')],
  ['/reset-password', linkPage('reset-password-page.tsx')],
  ['/confirm-email', linkPage('confirm-email-page.tsx')],
  ['/team-invitation', linkPage('team-invitation-page.tsx')],
  ['/payout-received', linkPage('payout-received-page.tsx')],
  ['/claim/:id', dataPage('claim/claim-page.tsx')],
  ['/contact', page('contact/contact-page.tsx')],
  ['/newsletter/confirm', page('newsletter/confirm-page.tsx')],
  ['/newsletter/unsubscribe/:token', page('newsletter/unsubscribe-page.tsx')],
  ['/faq', page('pages/faq/faq-page.tsx')],
  ['/impact-report', page('pages/impact-report/impact-report-page.tsx')],
  ['/paypal-checkout', dataPage('paypal-checkout/paypal-checkout-page.tsx')],
  ['/privacy', page('pages/privacy/privacy-page.tsx')],
  ['/transparency', page('pages/transparency/transparency-page.tsx')],
  ['/verify', page('verify/verify-page.tsx')],
  ['/terms', page('pages/terms/terms-page.tsx')],
  ['/admin', adminPage('admin/today/today-page.tsx')],
  ['/admin/review', adminPage('admin/review/review-page.tsx')],
  ['/admin/payouts', adminPage('admin/payouts/payouts-page.tsx')],
  ['/admin/payouts/:id', adminPage('admin/payouts/batch-page.tsx')],
  ['/admin/charities/:id', adminPage('admin/payouts/charity/charity-page.tsx')],
  ['/admin/donations', adminPage('admin/donations/donations-page.tsx')],
  ['/admin/donations/:id', adminPage('admin/donations/donation-page.tsx')],
  ['/admin/donors', adminPage('admin/donors/donors-page.tsx')],
  ['/admin/donors/:id', adminPage('admin/donors/donor-page.tsx')],
  ['/admin/accounting', adminPage('admin/accounting/accounting-page.tsx')],
  ['/admin/messages', adminPage('inbox/inbox-page.tsx')],
  ['/admin/newsletter', adminPage('admin/newsletter/newsletter-page.tsx')],
  ['/admin/counters', adminPage('admin/figures/counters-page.tsx')],
  ['/admin/newsletter/:id', adminPage('admin/newsletter/newsletter-editor-page.tsx')],
  ['/admin/approvals', adminPage('admin/approvals/approvals-page.tsx')],
  ['/admin/rates', adminPage('admin/rates/rates-page.tsx')],
  ['/admin/catalogue', adminPage('admin/catalogue/catalogue-page.tsx')],
  ['/admin/words', adminPage('admin/words/words-page.tsx')],
  ['/admin/audit-log', adminPage('admin/audit-log/audit-log-page.tsx')],
  ['/admin/integrations', adminPage('admin/integrations/integrations-page.tsx')],
  ['/admin/team', adminPage('admin/team/team-page.tsx')],
  ['*', page('pages/not-found-page.tsx')],
]);
