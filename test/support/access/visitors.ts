import type { SomeAccess } from './some-access.ts';

/** What everyone may call. */
export const forEveryone = {
  listSnacks: 'public',
  listCharities: 'public',
  listRates: 'public',
  createCheckoutSession: 'public',
  getReceipt: 'public',
  confirmDonation: 'public',
  login: 'public',
  register: 'public',
  logout: 'public',
  requestPasswordLink: 'public',
  resetPassword: 'public',
  confirmEmail: 'public',
  sendContactMessage: 'public',
  subscribe: 'public',
  confirmSubscription: 'public',
  unsubscribe: 'public',
  downloadReceipt: 'public',
  downloadImpactReport: 'public',
  getPublicFigures: 'public',
  getQuestions: 'public',
  getOpenApi: 'public',
  setUpPayPal: 'public',
  createPayPalOrder: 'public',
  capturePayPalOrder: 'public',
} as const satisfies SomeAccess;
