/** Everything that spells who we are (rulings, Brand). Nothing else in the product writes the name. */
export const brand = {
  name: 'Kindbite',
  tagline: 'Skip a snack. Serve a meal.',
  description: 'Turn the price of an everyday snack into a donation for food banks.',
  contactEmail: 'hello@kindbite.example',
  themeColor: '#FF6B6B',
  foundedIn: 2023,
  hashtags: ['Kindbite', 'FightHunger'],
  socialLinks: [
    { name: 'X', url: 'https://x.com/kindbite' },
    { name: 'Facebook', url: 'https://www.facebook.com/kindbite' },
    { name: 'Instagram', url: 'https://www.instagram.com/kindbite' },
  ],
} as const;
