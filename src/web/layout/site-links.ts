/** A link in the header or footer. */
interface SiteLink {
  readonly to: string;
  readonly label: string;
  /** Shown only to signed-in donors. */
  readonly isForDonors?: boolean;
  /** Shown only to staff. */
  readonly isForStaff?: boolean;
}

/** Links of the header and the side menu (spec 2, Header). */
export const headerLinks: readonly SiteLink[] = [
  { to: '/', label: 'Home' },
  { to: '/impact', label: 'Impact' },
  { to: '/donation-history', label: 'My Donations' },
  { to: '/rewards', label: 'Rewards', isForDonors: true },
  { to: '/about', label: 'About' },
  { to: '/admin', label: 'Admin', isForStaff: true },
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
