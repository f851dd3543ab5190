import { toHex } from '#domain/public-log/bytes.ts';
import { sequenceLog } from '#server/public-log/index.ts';
import { call, mailedToken } from '../accounts/account-calls.ts';
import { donorPassword, register, registration } from '../accounts/signed-in.ts';
import { insertWaitingSubscriber } from '../accounts/waiting-subscriber.ts';
import type { TestApp } from '../app/start-app.ts';
import { checkoutBody } from '../payments/checkout-body.ts';
import { orderBody, paypalPage } from '../payments/paypal-calls.ts';
import { insertPaidPayout, insertPayoutOf, createStatementLink } from '../payouts/confirmation.ts';
import { postDonations } from '../public-log/log-world.ts';
import { paidDonation } from './paid-donation.ts';
import { withoutInput, type SomeCalls, type ValidCall } from './valid-call.ts';

const password = donorPassword;

const forPaidDonation: ValidCall = async (app) => ({ params: { id: await paidDonation(app) } });

/** Prepares a call about a leaf of the public log. */
const forLoggedDonation: ValidCall = async (app) => {
  await paidDonation(app);
  await sequenceLog(app.deps);
  const leaf = await app.deps.db.read
    .selectFrom('log_leaves')
    .select('commitment')
    .where('leaf_index', '=', 0)
    .executeTakeFirstOrThrow();
  return { params: { commitment: toHex(leaf.commitment), treeSize: '1', from: '0', to: '1', page: '0' } };
};

/** Prepares a call about one of five donations that a payout in the public log covers. */
const forPaidOutDonation: ValidCall = async (app) => {
  const id = await paidDonation(app);
  await insertPayoutOf(app, [id, ...(await postDonations(app, 4))]);
  await sequenceLog(app.deps);
  return { params: { id } };
};

/** Prepares a call with the token of the link in a charity's statement. */
const forStatement: ValidCall = async (app) => ({
  body: { token: await createStatementLink(app, await insertPaidPayout(app)) },
});

/** A successful call of each public endpoint. */
export const visitorCalls = {
  listSnacks: withoutInput,
  listCharities: withoutInput,
  listMealSources: withoutInput,
  listRates: withoutInput,
  createCheckoutSession: () => ({ body: checkoutBody() }),
  getReceipt: forPaidDonation,
  getReceiptProof: forPaidDonation,
  getFeeTerms: withoutInput,
  getSplit: forPaidDonation,
  getJourney: forPaidDonation,
  getPayoutProof: forPaidOutDonation,
  showStatedPayout: forStatement,
  confirmPayout: forStatement,
  getTreeHead: forLoggedDonation,
  getInclusionProof: forLoggedDonation,
  getConsistencyProof: forLoggedDonation,
  listLeaves: forLoggedDonation,
  listLogKeys: withoutInput,
  getTransparency: withoutInput,
  downloadTransparencyData: withoutInput,
  confirmDonation: forPaidDonation,
  login: (_app, { owner }) => ({ body: { username: owner.user.username, password } }),
  register: () => ({ body: registration() }),
  logout: withoutInput,
  requestPasswordLink: () => ({ body: { email: 'someone@example.org' } }),
  resetPassword: async (app) => {
    const { email } = await registerStranger(app);
    await call(app, { method: 'POST', url: '/api/password-link', body: { email } });
    return { body: { token: await mailedToken(app, 'reset_password'), password: 'battery staple' } };
  },
  confirmEmail: async (app) => {
    await registerStranger(app);
    return { body: { token: await mailedToken(app, 'confirm_email') } };
  },
  sendContactMessage: () => ({
    body: { name: 'Noor', email: 'noor@example.org', subject: 'Hello', message: 'What a good idea.' },
  }),
  subscribe: () => ({ body: { email: registration().email } }),
  confirmSubscription: async (app) => ({ body: { token: (await insertWaitingSubscriber(app)).confirmToken } }),
  unsubscribe: async (app) => ({ body: { token: (await insertWaitingSubscriber(app)).unsubscribeToken } }),
  downloadReceipt: forPaidDonation,
  downloadImpactReport: withoutInput,
  getPublicFigures: withoutInput,
  getQuestions: withoutInput,
  getImpactReport: withoutInput,
  getOpenApi: withoutInput,
  setUpPayPal: withoutInput,
  createPayPalOrder: () => ({ body: orderBody() }),
  capturePayPalOrder: async (app) => {
    const page = paypalPage(app);
    return { params: { orderId: await page.order() }, cookie: page.cookie };
  },
} as const satisfies SomeCalls;

async function registerStranger(app: TestApp): Promise<{ readonly email: string }> {
  const stranger = registration();
  await register(app, stranger);
  return stranger;
}
