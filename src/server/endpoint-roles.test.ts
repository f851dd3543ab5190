import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { call, logInAt } from '#test/support/accounts/account-calls.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { validCalls } from '#test/support/app/valid-calls.ts';
import { stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { donorPassword, signIn, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubPayPal } from '#test/support/payments/stub-paypal.ts';

/** Who may call what (spec-readings, The wire). */
const promisedAccess: Record<EndpointName, Access> = {
  listSnacks: 'public',
  listCharities: 'public',
  listRates: 'public',
  createCheckoutSession: 'public',
  getReceipt: 'public',
  confirmDonation: 'public',
  getUser: 'donor',
  login: 'public',
  register: 'public',
  logout: 'public',
  listDonations: 'donor',
  getImpact: 'donor',
  getImpactMonths: 'donor',
  getRewards: 'donor',
  claimDonation: 'donor',
  requestPasswordLink: 'public',
  resetPassword: 'public',
  confirmEmail: 'public',
  getAccount: 'donor',
  updateProfile: 'donor',
  resendConfirmation: 'donor',
  changeEmail: 'donor',
  changePassword: 'donor',
  listDevices: 'donor',
  endOtherDevices: 'donor',
  endDevice: 'donor',
  downloadData: 'donor',
  downloadDonations: 'donor',
  startSecondFactor: 'donor',
  confirmSecondFactor: 'donor',
  removeSecondFactor: 'donor',
  deleteAccount: 'donor',
  sendContactMessage: 'public',
  listMessages: 'admin',
  markMessageRead: 'admin',
  deleteMessage: 'admin',
  deleteNetworkMessages: 'admin',
  replyToMessage: 'admin',
  subscribe: 'public',
  confirmSubscription: 'public',
  unsubscribe: 'public',
  downloadSubscribers: 'admin',
  downloadReceipt: 'public',
  downloadImpactReport: 'public',
  setUpPayPal: 'public',
  createPayPalOrder: 'public',
  capturePayPalOrder: 'public',
  listPlans: 'donor',
  changePlan: 'donor',
  pausePlan: 'donor',
  resumePlan: 'donor',
  cancelPlan: 'donor',
  openPlanPortal: 'donor',
  listPlanCharges: 'donor',
  getMoneyDesk: 'admin',
  getRefundable: 'admin',
  refundDonation: 'admin',
  cancelLostPlan: 'admin',
  endHold: 'admin',
};

/** What belongs to one donor: anyone else gets a 404. */
const ownedThings: readonly EndpointName[] = [
  'endDevice',
  'changePlan',
  'pausePlan',
  'resumePlan',
  'cancelPlan',
  'openPlanPortal',
  'listPlanCharges',
];

/** What the administrator cannot do to the account from the configuration. */
const notForAdmin: readonly EndpointName[] = ['changeEmail', 'deleteAccount'];

type Role = 'visitor' | 'donor' | 'other donor' | 'administrator';

const roles: readonly Role[] = ['visitor', 'donor', 'other donor', 'administrator'];

function promisedStatus(name: EndpointName, role: Role): number {
  const access = promisedAccess[name];
  if (access === 'public') return 200;
  if (role === 'visitor') return 401;
  if (access === 'admin') return role === 'administrator' ? 200 : 403;
  if (role === 'administrator' && notForAdmin.includes(name)) return 403;
  return role !== 'donor' && ownedThings.includes(name) ? 404 : 200;
}

const names = Object.keys(promisedAccess) as EndpointName[];

forEachDatabase((engine) => {
  describe('an endpoint', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, {
        cards: { ...stubCardsWithWebhook(), subscriptions: activeSubscriptions },
        paypal: stubPayPal(),
        environment: { ADMIN_PASSWORD: donorPassword },
      });
      await signInAdmin(app);
    });
    afterEach(() => app.deps.db.write.deleteFrom('second_factors').execute()); // so that the administrator's next login needs none
    afterAll(() => app.close());

    const pathOf = ({ path }: Endpoint, params: Readonly<Record<string, string>> = {}): string =>
      path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));

    async function callerFor(role: Role, owner: SignedIn): Promise<SignedIn> {
      if (role === 'other donor') return signIn(app);
      if (role !== 'administrator') return owner;
      const { cookie } = await logInAt(app, { username: 'admin', password: donorPassword });
      return { cookie, user: (await call(app, { method: 'GET', url: '/api/user', cookie })).json() };
    }

    test.each(names)('%s has the access that the spec and its readings give it', (name) => {
      expect(endpoints[name].access).toBe(promisedAccess[name]);
    });

    test.each(names.flatMap((name) => roles.map((role) => [name, role, promisedStatus(name, role)] as const)))(
      '%s called by a %s is answered %d',
      async (name, role, status) => {
        const owner = await signIn(app);
        const caller = await callerFor(role, owner);
        const { params, body, cookie = '' } = await validCalls[name](app, { caller, owner });
        const cookies = [role === 'visitor' ? '' : caller.cookie, cookie].filter((part) => part !== '').join('; ');
        const answer = await call(app, {
          method: endpoints[name].method,
          url: pathOf(endpoints[name], params),
          ...(cookies === '' ? {} : { cookie: cookies }),
          ...(body === undefined ? {} : { body }),
        });
        expect(answer.statusCode).toBe(status);
      },
    );

    test.each(names.filter((name) => promisedAccess[name] !== 'public'))(
      '%s refuses a visitor before it looks at anything else',
      async (name) => {
        const { method, path } = endpoints[name];
        for (const url of [path, `${path}?cursor=nonsense`]) {
          const answer = await call(app, { method, url, ...(method === 'GET' ? {} : { body: { userId: 7 } }) });
          const { statusCode, headers } = answer;
          expect({ status: statusCode, body: answer.json<unknown>(), cache: headers['cache-control'] }).toEqual({
            status: 401,
            body: refusal('sign_in_required', 'Please sign in.'),
            cache: 'no-store',
          });
        }
      },
    );
  });
});
