import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';

/** A catalogue of three snacks, of which one is retired, and two charities. */
export const adminCatalogue: AdminCatalogueResponse = {
  version: 1,
  document: {
    snacks: [
      {
        id: 1,
        name: 'Coffee',
        priceMinor: 350,
        meals: 3,
        mealsSource: 'By its price.',
        picture: null,
        isRetired: false,
      },
      { id: 4, name: 'Chips', priceMinor: 200, meals: 2, mealsSource: '', picture: null, isRetired: false },
      { id: 6, name: 'Pastry', priceMinor: 275, meals: 2, mealsSource: '', picture: null, isRetired: true },
    ],
    charities: [
      { id: 5, name: 'World Pantry', isRetired: false },
      { id: 6, name: 'Maple Pantry', isRetired: false },
    ],
  },
  scheduled: [],
  monthlyDonations: [{ charityId: 6, count: 12 }],
  next: { snackId: 8, charityId: 10 },
  history: [
    {
      version: 1,
      effectiveFrom: '2026-11-21T12:00:00.000Z',
      publishedAt: '2026-11-21T12:00:00.000Z',
      publishedBy: 'conny',
      reason: 'Pastry season is over',
      changes: [{ name: 'Snack 6: offered', before: 'yes', after: 'no' }],
    },
  ],
};
