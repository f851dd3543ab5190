/** Functions that load the pages of mailed links, by path. Only these pages load the list, as explained in `admin-pages.ts`. */
export const linkPages = {
  '/forgot-password': () => import('./account-links/forgot-password-page.tsx'),
  '/reset-password': () => import('./account-links/reset-password-page.tsx'),
  '/confirm-email': () => import('./account-links/confirm-email-page.tsx'),
  '/team-invitation': () => import('./account-links/team-invitation-page.tsx'),
  '/payout-received': () => import('./account-links/payout-received-page.tsx'),
} as const;

export type LinkPath = keyof typeof linkPages;
