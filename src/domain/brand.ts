/**
 * The name, addresses and links of the product (spec-readings, Brand). No other text that people read spells out the name; it is
 * also in technical names, such as that of the database file. Staff can publish another name, and other addresses and links,
 * for the organization that runs the product (`standardWords`).
 */
export const brand = {
  name: 'Kindbite',
  tagline: 'Skip a snack. Serve a meal.',
  contactEmail: 'hello@kindbite.example',
  foundedIn: 2023,
  supportResponseTime: '24-48 hours',
  hashtag: 'FightHunger',
  socialLinks: {
    X: 'https://x.com/kindbite',
    Facebook: 'https://www.facebook.com/kindbite',
    Instagram: 'https://www.instagram.com/kindbite',
  },
} as const;

/** The description of the site in search engines and link previews. */
export const siteDescription = 'Turn the price of an everyday snack into a donation for food banks.';

/** The color of the browser's address bar. */
export const themeColor = '#FF6B6B';
