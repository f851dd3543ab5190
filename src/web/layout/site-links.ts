/** A place of the product and what it is called there. */
export interface SiteLink {
  readonly to: string;
  readonly label: string;
  /** Whether it stands there only for somebody who is signed in. */
  readonly isForDonors?: boolean;
  /** Whether it stands there only for the administrator. */
  readonly isForAdministrator?: boolean;
}

/** The header's links, and the side menu's (spec 2, Header). */
export const headerLinks: readonly SiteLink[] = [
  { to: '/', label: 'Home' },
  { to: '/impact', label: 'Impact' },
  { to: '/donation-history', label: 'My Donations' },
  { to: '/rewards', label: 'Rewards', isForDonors: true },
  { to: '/about', label: 'About' },
  { to: '/admin/messages', label: 'Inbox', isForAdministrator: true },
];

/** The footer's two lists (spec 2, Footer). */
export const footerLists: readonly { readonly title: string; readonly links: readonly SiteLink[] }[] = [
  {
    title: 'Quick Links',
    links: [
      { to: '/', label: 'Home' },
      { to: '/about', label: 'About Us' },
      { to: '/impact', label: 'Our Impact' },
      { to: '/donation-history', label: 'Donation History' },
      { to: '/faq', label: 'FAQ' },
    ],
  },
  {
    title: 'Support',
    links: [
      { to: '/faq', label: 'FAQ' },
      { to: '/contact', label: 'Contact Us' },
      { to: '/terms', label: 'Terms of Service' },
      { to: '/privacy', label: 'Privacy Policy' },
    ],
  },
];
