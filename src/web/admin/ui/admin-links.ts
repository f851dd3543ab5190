import type { Right } from '#domain/staff/rights.ts';

/** A page in the admin area's navigation. */
interface AdminLink {
  readonly to: string;
  readonly label: string;
  /** Without this right, the link is not shown. */
  readonly right: Right;
}

/** The links of the navigation, in order. */
export const adminLinks: readonly AdminLink[] = [
  { to: '/admin', label: 'Today', right: 'readMoney' },
  { to: '/admin/review', label: 'Needs review', right: 'readMoney' },
  { to: '/admin/donations', label: 'Donations', right: 'readDonors' },
  { to: '/admin/donors', label: 'Donors', right: 'readDonors' },
  { to: '/admin/payouts', label: 'Payouts', right: 'readMoney' },
  { to: '/admin/messages', label: 'Messages', right: 'readMessages' },
  { to: '/admin/newsletter', label: 'Newsletters', right: 'readContent' },
  { to: '/admin/catalogue', label: 'Snacks and charities', right: 'readContent' },
  { to: '/admin/words', label: 'Words', right: 'readContent' },
  { to: '/admin/counters', label: 'Public figures', right: 'readContent' },
  { to: '/admin/accounting', label: 'Accounting', right: 'readMoney' },
  { to: '/admin/rates', label: 'Exchange rates', right: 'readMoney' },
  { to: '/admin/approvals', label: 'Approvals', right: 'refund' },
  { to: '/admin/team', label: 'Team', right: 'manageTeam' },
  { to: '/admin/audit-log', label: 'Audit log', right: 'readAuditLog' },
  { to: '/admin/integrations', label: 'Integrations', right: 'useApi' },
];
