import { TOTP } from 'otpauth';
import type { EndpointName } from '#contract/endpoints.ts';
import { hashToken } from '#server/http/current-user.ts';
import { newId } from '#server/ids.ts';
import { call, logInAt, mailedToken } from './account-calls.ts';
import { checkoutBody } from './checkout-body.ts';
import { deliver, openIntent, paidMessage } from './open-intent.ts';
import { orderBody, paypalPage } from './paypal-calls.ts';
import { donorPassword, register, registration, type SignedIn } from './signed-in.ts';
import { insertPlanOf } from './standing-subscriptions.ts';
import type { TestApp } from './start-app.ts';

/** What a call of an endpoint needs, whoever makes it. */
export interface PreparedCall {
  readonly body?: object;
  readonly params?: Readonly<Record<string, string>>;
  /** Cookies beside the session's. */
  readonly cookie?: string;
}

/** Who calls, and whose things the address names; a visitor calls as nobody, about things of the donor. */
export interface Callers {
  readonly caller: SignedIn;
  readonly owner: SignedIn;
}

/** Prepares a call that succeeds for whom it is for. */
export type GoodCall = (app: TestApp, callers: Callers) => PreparedCall | Promise<PreparedCall>;

const nothing: GoodCall = () => ({});
const password = donorPassword;
const aboutPaidDonation: GoodCall = async (app) => ({ params: { id: await paidDonation(app) } });

const aboutOwnPlan: GoodCall = async (app, { owner }) => ({ params: { id: await insertPlanOf(app, owner) } });

/** A call of each endpoint that succeeds; a new endpoint does not compile until it is named here. */
export const goodCalls: Record<EndpointName, GoodCall> = {
  listSnacks: nothing,
  listCharities: nothing,
  createCheckoutSession: () => ({ body: checkoutBody() }),
  getReceipt: aboutPaidDonation,
  confirmDonation: aboutPaidDonation,
  getUser: nothing,
  login: (_app, { owner }) => ({ body: { username: owner.user.username, password } }),
  register: () => ({ body: registration() }),
  logout: nothing,
  listDonations: nothing,
  getImpact: nothing,
  getRewards: nothing,
  claimDonation: async (app) => ({ body: {}, params: { id: await paidDonation(app) } }),
  requestPasswordLink: () => ({ body: { email: 'somebody@example.org' } }),
  resetPassword: async (app) => {
    const { email } = await strangerWhoRegistered(app);
    await call(app, { method: 'POST', url: '/api/password-link', body: { email } });
    return { body: { token: await mailedToken(app, 'reset_password'), password: 'battery staple' } };
  },
  confirmEmail: async (app) => {
    await strangerWhoRegistered(app);
    return { body: { token: await mailedToken(app, 'confirm_email') } };
  },
  getAccount: nothing,
  updateProfile: () => ({ body: { firstName: 'Ana', lastName: '', country: 'CA', timeZone: 'America/Toronto' } }),
  resendConfirmation: nothing,
  changeEmail: () => ({ body: { email: registration().email, password } }),
  changePassword: () => ({ body: { password, newPassword: password } }),
  listDevices: nothing,
  endOtherDevices: nothing,
  endDevice: async (app, { owner }) => ({ params: { id: await otherDevice(app, owner) } }),
  downloadData: nothing,
  downloadDonations: nothing,
  startSecondFactor: () => ({ body: { password } }),
  confirmSecondFactor: async (app, { caller }) => ({ body: { code: await firstCode(app, caller) } }),
  removeSecondFactor: async (app, { caller }) => ({ body: { password, code: await recoveryCode(app, caller) } }),
  deleteAccount: () => ({ body: { password } }),
  sendContactMessage: () => ({
    body: { name: 'Noor', email: 'noor@example.org', subject: 'Hello', message: 'What a good idea.' },
  }),
  listMessages: nothing,
  markMessageRead: async (app) => ({ params: { id: await writtenMessage(app) } }),
  replyToMessage: async (app) => ({ params: { id: await writtenMessage(app) }, body: { replyMessage: 'Thank you' } }),
  subscribe: () => ({ body: { email: registration().email } }),
  confirmSubscription: async (app) => ({ body: { token: (await waitingSubscriber(app)).confirmToken } }),
  unsubscribe: async (app) => ({ body: { token: (await waitingSubscriber(app)).unsubscribeToken } }),
  downloadSubscribers: nothing,
  downloadReceipt: aboutPaidDonation,
  downloadImpactReport: nothing,
  setUpPayPal: nothing,
  createPayPalOrder: () => ({ body: orderBody() }),
  capturePayPalOrder: async (app) => {
    const page = paypalPage(app);
    return { params: { orderId: await page.order() }, cookie: page.cookie };
  },
  listPlans: nothing,
  changePlan: async (app, { owner }) => ({ params: { id: await insertPlanOf(app, owner) }, body: { amount: 5 } }),
  pausePlan: async (app, { owner }) => ({ params: { id: await insertPlanOf(app, owner) }, body: { months: 2 } }),
  resumePlan: aboutOwnPlan,
  cancelPlan: aboutOwnPlan,
  openPlanPortal: aboutOwnPlan,
  listPlanCharges: aboutOwnPlan,
  readBooks: nothing,
  refundDonation: async (app) => ({ params: { id: await paidDonation(app) }, body: {} }),
};

async function paidDonation(app: TestApp): Promise<string> {
  const intent = await openIntent(app);
  await deliver(app, paidMessage(intent, { session: { payment_intent: `pi_${intent.id}` } }));
  return intent.donation_id;
}

async function strangerWhoRegistered(app: TestApp): Promise<{ readonly email: string }> {
  const stranger = registration();
  await register(app, stranger);
  return stranger;
}

async function otherDevice(app: TestApp, { cookie, user }: SignedIn): Promise<string> {
  await logInAt(app, { username: user.username, password });
  const devices = await call(app, { method: 'GET', url: '/api/account/devices', cookie });
  const other = devices.json<{ id: string; isCurrent: boolean }[]>().find(({ isCurrent }) => !isCurrent);
  if (!other) throw new Error('there is no other device');
  return other.id;
}

async function firstCode(app: TestApp, { cookie }: SignedIn): Promise<string> {
  const started = await call(app, {
    method: 'POST',
    url: '/api/account/second-factor',
    cookie,
    body: { password },
  });
  const { secret } = started.json<{ secret: string }>();
  return new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });
}

async function recoveryCode(app: TestApp, caller: SignedIn): Promise<string> {
  const code = await firstCode(app, caller);
  const url = '/api/account/second-factor/confirm';
  const confirmed = await call(app, { method: 'POST', url, cookie: caller.cookie, body: { code } });
  const [recovery] = confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes;
  if (recovery === undefined) throw new Error('there are no recovery codes');
  return recovery;
}

async function writtenMessage(app: TestApp): Promise<string> {
  const body = { name: 'Noor', email: 'noor@example.org', message: 'What a good idea.' };
  await call(app, { method: 'POST', url: '/api/contact', body });
  const { id } = await app.deps.db.read
    .selectFrom('contact_messages')
    .select('id')
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

async function waitingSubscriber({ deps }: TestApp): Promise<{ confirmToken: string; unsubscribeToken: string }> {
  const newToken = (): string => Buffer.from(deps.random.bytes(32)).toString('base64url');
  const [confirmToken, unsubscribeToken] = [newToken(), newToken()];
  const now = deps.clock.now();
  const id = newId('sub', deps.random);
  await deps.db.write
    .insertInto('newsletter_subscribers')
    .values({
      id,
      email: `${id}@example.org`,
      email_key: `${id}@example.org`,
      status: 'waiting',
      consent_text: 'Yes, please.',
      consent_source: 'footer',
      requested_at: now.toISOString(),
      confirm_token_hash: hashToken(confirmToken),
      confirm_expires_at: new Date(now.getTime() + 60_000).toISOString(),
      confirmed_at: null,
      unsubscribe_token: unsubscribeToken,
      unsubscribed_at: null,
    })
    .execute();
  return { confirmToken, unsubscribeToken };
}
