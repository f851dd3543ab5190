/** Name, addresses and links of the product (spec-readings, Brand). The name is written nowhere else. */
export const brand = {
  name: 'Kindbite',
  tagline: 'Skip a snack. Serve a meal.',
  description: 'Turn the price of an everyday snack into a donation for food banks.',
  contactEmail: 'hello@kindbite.example',
  themeColor: '#FF6B6B',
  foundedIn: 2023,
  supportResponseTime: '24-48 hours',
  hashtags: ['Kindbite', 'FightHunger'],
  socialLinks: [
    { name: 'X', url: 'https://x.com/kindbite' },
    { name: 'Facebook', url: 'https://www.facebook.com/kindbite' },
    { name: 'Instagram', url: 'https://www.instagram.com/kindbite' },
  ],
} as const;
