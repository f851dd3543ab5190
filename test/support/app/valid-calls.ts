import { insertMovement } from '../review/movement.ts';
import { insertQuarantined } from '../review/quarantined.ts';
import { closeMonth } from '#server/accounting/close/close-month.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { hashToken } from '#server/http/current-user.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { newId } from '#server/ids.ts';
import { requestApproval } from '#server/staff/index.ts';
import { hashNetwork } from '#server/messages/sender-network.ts';
import { call, logInAt, mailedToken } from '../accounts/account-calls.ts';
import { firstCode, recoveryCode } from '../accounts/codes.ts';
import { invite, signInStaff } from '../accounts/staff.ts';
import { insertToken, tokenBody } from '../accounts/tokens.ts';
import { checkoutBody } from '../payments/checkout-body.ts';
import { deliver, openIntent, paidByGuest, paidMessage } from '../payments/open-intent.ts';
import { insertPastDonations } from '../payments/past-donations.ts';
import { orderBody, paypalPage } from '../payments/paypal-calls.ts';
import { waitingSubscriber } from '../accounts/waiting-subscriber.ts';
import { validDonorCalls } from '../accounts/valid-donor-calls.ts';
import { donorPassword, register, registration, type SignedIn } from '../accounts/signed-in.ts';
import { insertActivePlan } from '../payments/active-subscriptions.ts';
import { switchCounters } from '../report/switch-counters.ts';
import { validPayoutCalls } from '../payouts/valid-payout-calls.ts';
import type { TestApp } from './start-app.ts';
import { insertRatesVersion, newRate } from '../rates/rates.ts';

/** What a call of an endpoint needs. */
export interface PreparedCall {
  readonly body?: object;
  readonly params?: Readonly<Record<string, string>>;
  /** Cookies in addition to the session's. */
  readonly cookie?: string;
}

/** Who calls, and who owns the thing that is addressed. */
export interface Callers {
  readonly caller: SignedIn;
  readonly owner: SignedIn;
}

/** Prepares a call that succeeds when the right person makes it. */
export type ValidCall = (app: TestApp, callers: Callers) => PreparedCall | Promise<PreparedCall>;

const nothing: ValidCall = () => ({});
const password = donorPassword;
const forPaidDonation: ValidCall = async (app) => ({ params: { id: await paidDonation(app) } });

/** The year of a donation that the caller made. */
const forYearOfDonation: ValidCall = async (app, { caller }) => {
  await insertPastDonations(app.deps, [{ donor_id: caller.user.id }]);
  return { params: { year: '2026' } };
};

/** A refund that another staff member has requested. */
const forWaitingRefund: ValidCall = async (app) => {
  const id = await paidDonation(app);
  const payload = { amountMinor: 100, remainingMinor: 524, currency: 'CAD', isRest: false, key: null };
  const requester = { id: 'usr_other', username: 'other', staff_role: 'support' } as const;
  const subject = { kind: 'donation', id } as const;
  const { approvalId } = await inTransaction(app.deps.db, (tx) =>
    requestApproval(app.deps, tx, { kind: 'refund', subject, payload, reason: 'Paid twice', requester }),
  );
  return { params: { id: approvalId }, body: { reason: 'Checked' } };
};

const forOwnPlan: ValidCall = async (app, { owner }) => ({ params: { id: await insertActivePlan(app, owner) } });

const forLostPlan: ValidCall = async (app, { owner }) => {
  const id = await insertActivePlan(app, owner);
  await app.deps.db.write.updateTable('plans').set({ donor_id: 'usr_lost' }).where('id', '=', id).execute();
  return { params: { id }, body: { reason: 'The donor asked' } };
};

/** A successful call of each endpoint. A new endpoint does not compile until it is listed here. */
export const validCalls: Record<EndpointName, ValidCall> = {
  ...validDonorCalls,
  ...validPayoutCalls,
  listSnacks: nothing,
  listCharities: nothing,
  listRates: nothing,
  createCheckoutSession: () => ({ body: checkoutBody() }),
  getReceipt: forPaidDonation,
  confirmDonation: forPaidDonation,
  getUser: nothing,
  login: (_app, { owner }) => ({ body: { username: owner.user.username, password } }),
  register: () => ({ body: registration() }),
  logout: nothing,
  listDonations: nothing,
  getImpact: nothing,
  getImpactMonths: nothing,
  getRewards: nothing,
  listStatements: nothing,
  downloadYearlyStatement: forYearOfDonation,
  downloadYearlyTable: forYearOfDonation,
  claimDonation: async (app) => ({ body: {}, params: { id: await paidDonation(app) } }),
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
  markMessageRead: async (app) => ({ params: { id: await newMessage(app) } }),
  deleteMessage: async (app) => ({ params: { id: await newMessage(app) }, body: { reason: 'Spam' } }),
  deleteNetworkMessages: async (app) => {
    await newMessage(app);
    return { params: { id: hashNetwork(app.deps.config, '127.0.0.1') }, body: { reason: 'A flood' } };
  },
  replyToMessage: async (app) => ({ params: { id: await newMessage(app) }, body: { replyMessage: 'Thank you' } }),
  subscribe: () => ({ body: { email: registration().email } }),
  confirmSubscription: async (app) => ({ body: { token: (await waitingSubscriber(app)).confirmToken } }),
  unsubscribe: async (app) => ({ body: { token: (await waitingSubscriber(app)).unsubscribeToken } }),
  downloadSubscribers: nothing,
  downloadReceipt: forPaidDonation,
  downloadImpactReport: nothing,
  getPublicFigures: nothing,
  getCounters: nothing,
  switchCounters,
  getOpenApi: nothing,
  listTokens: nothing,
  makeToken: (app, { caller }) => ({ body: tokenBody(app, caller) }),
  revokeToken: async (app, { caller }) => ({
    params: { id: await insertToken(app, caller) },
    body: { reason: 'Not needed' },
  }),
  setUpPayPal: nothing,
  createPayPalOrder: () => ({ body: orderBody() }),
  capturePayPalOrder: async (app) => {
    const page = paypalPage(app);
    return { params: { orderId: await page.order() }, cookie: page.cookie };
  },
  listPlans: nothing,
  changePlan: async (app, { owner }) => ({ params: { id: await insertActivePlan(app, owner) }, body: { amount: 5 } }),
  pausePlan: async (app, { owner }) => ({ params: { id: await insertActivePlan(app, owner) }, body: { months: 2 } }),
  resumePlan: forOwnPlan,
  cancelPlan: forOwnPlan,
  openPlanPortal: forOwnPlan,
  listPlanCharges: forOwnPlan,
  getStaff: nothing,
  getToday: nothing,
  getBalances: nothing,
  getAdminRates: nothing,
  publishRates: ({ deps }) => {
    const { number } = deps.published.rates.current();
    const rate = newRate({ currency: 'NGN', unitsPerDollar: `${1551 + number}` });
    return { body: { basedOn: number, reason: 'New rates', rates: [rate] } };
  },
  restoreRates: async (app) => {
    const basedOn = await insertRatesVersion(app, { NGN: newRate({ currency: 'NGN', unitsPerDollar: '1552' }) });
    return { body: { basedOn, reason: 'Back to the first rates' } };
  },
  bookMovement: async (app) => ({
    body: {
      provider: 'stripe',
      movementId: await insertMovement(app.deps),
      account: 'processing_fees',
      reason: 'A fee',
    },
  }),
  getTrialBalance: nothing,
  exportTrialBalance: nothing,
  listMonths: nothing,
  closeMonth: async (app) => ({ body: { month: await pastMonth(app), reason: 'Month end' } }),
  downloadMonth: async (app) => ({ params: { month: await closedMonth(app) } }),
  getMoneyIn: nothing,
  searchAuditLog: nothing,
  exportAuditLog: nothing,
  getTeam: nothing,
  inviteStaff: () => ({ body: { email: registration().email, role: 'support', reason: 'Helps with messages' } }),
  withdrawInvitation: async (app) => {
    const token = await invite(app, registration().email);
    const { id } = await app.deps.db.read
      .selectFrom('staff_invitations')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    return { params: { id }, body: { reason: 'Sent by mistake' } };
  },
  changeRole: async (app) => ({
    params: { id: (await signInStaff(app, 'support')).user.id },
    body: { role: 'finance', reason: 'New work' },
  }),
  endMembership: async (app) => ({
    params: { id: (await signInStaff(app, 'support')).user.id },
    body: { reason: 'Has left' },
  }),
  joinTeam: async (app, { owner }) => ({ body: { token: await invite(app, owner.user.email) } }),
  listApprovals: nothing,
  approveRequest: forWaitingRefund,
  declineRequest: forWaitingRefund,
  listReviewItems: nothing,
  resolveReviewItem: async (app) => ({
    body: { itemId: await quarantinedItem(app), action: 'dismiss', reason: 'Looked at it' },
  }),
  getReview: nothing,
  cancelLostPlan: forLostPlan,
  endHold: async () => ({ body: { decision: 'send', reason: 'All of them were lost' } }),
  searchDonations: nothing,
  exportDonations: nothing,
  getDonation: forPaidDonation,
  resendReceipt: async (app) => ({ params: { id: await sentReceipt(app) }, body: { reason: 'Asked for it' } }),
  correctEmail: async (app) => ({
    params: { id: await paidByGuestOnce(app) },
    body: { email: 'right@example.org', reason: 'A typing error' },
  }),
  makeClaimLink: async (app) => ({ params: { id: await paidDonation(app) }, body: { reason: 'Another device' } }),
  addNote: async (app) => ({ params: { id: await paidDonation(app) }, body: { note: 'Called by phone.' } }),
  refundDonation: async (app) => ({ params: { id: await paidDonation(app) }, body: { reason: 'Asked for it' } }),
};

async function quarantinedItem({ deps }: TestApp): Promise<string> {
  const eventId = newId('req', deps.random);
  await insertQuarantined(deps, { eventId, reason: 'unknown_session', detail: {} });
  return `quarantined:stripe:${eventId}`;
}

async function paidDonation(app: TestApp): Promise<string> {
  const intent = await openIntent(app);
  await deliver(app, paidMessage(intent, { session: { payment_intent: `pi_${intent.id}` } }));
  return intent.donation_id;
}

async function paidByGuestOnce(app: TestApp): Promise<string> {
  const intent = await openIntent(app);
  await deliver(app, paidByGuest(intent, 'guest@example.org'));
  return intent.donation_id;
}

/** A guest's donation whose receipt was sent. */
async function sentReceipt(app: TestApp): Promise<string> {
  const id = await paidByGuestOnce(app);
  await app.deps.db.write.updateTable('outbox').set({ status: 'done' }).where('about', '=', id).execute();
  return id;
}

async function registerStranger(app: TestApp): Promise<{ readonly email: string }> {
  const stranger = registration();
  await register(app, stranger);
  return stranger;
}

async function otherDevice(app: TestApp, { cookie, user }: SignedIn): Promise<string> {
  await logInAt(app, { username: user.username, password });
  const devices = await call(app, { method: 'GET', url: '/api/account/devices', cookie });
  const other = devices.json<{ id: string; isCurrent: boolean }[]>().find(({ isCurrent }) => !isCurrent);
  if (!other) throw new Error('no other device');
  return other.id;
}

async function newMessage(app: TestApp): Promise<string> {
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

/** A month that is over, and whose days are written. */
async function pastMonth({ deps: { db, clock } }: TestApp): Promise<string> {
  const now = clock.now().toISOString();
  const progress = { finished_before: now, written_before: now };
  await db.write
    .insertInto('ledger_progress')
    .values({ number: 1, ...progress })
    .onConflict((conflict) => conflict.column('number').doUpdateSet(progress))
    .execute();
  return '2020-01';
}

async function closedMonth(app: TestApp): Promise<string> {
  const month = await pastMonth(app);
  await closeMonth(app.deps, 'system', { month, reason: 'Month end' });
  return month;
}
