import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { publishedResponse } from '#contract/admin/publishing.ts';
import { isStaffAccess, type Endpoint, type StaffAccess } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { hasRight, staffRoles, type StaffRole } from '#domain/staff/rights.ts';
import { promisedAccess } from '#test/support/access/promised-access.ts';
import { call, logInAt } from '#test/support/accounts/account-calls.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase, type TestDatabase } from '#test/support/app/databases.ts';
import { validCalls } from '#test/support/calls/valid-calls.ts';
import { acceptedMails } from '#test/support/mail/accepted-mails.ts';
import { stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { donorPassword, signIn, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { callWithToken, makeToken } from '#test/support/accounts/tokens.ts';
import { activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubPayPal } from '#test/support/payments/stub-paypal.ts';

/** Calls about something that belongs to one donor: anyone else gets a 404. */
const callsOfOneDonor: readonly EndpointName[] = [
  'endDevice',
  'changePlan',
  'pausePlan',
  'resumePlan',
  'cancelPlan',
  'openPlanPortal',
  'listPlanCharges',
];
/** Calls that the first administrator, an Owner, cannot make for the account from the configuration. */
const notForAdmin: readonly EndpointName[] = ['changeEmail', 'deleteAccount'];

/** Calls that only charities can make, so staff get a 403. */
const notForStaff: readonly EndpointName[] = ['confirmPayout'];

/** Calls that staff can make only in person, not with an API token. */
const onlyInPerson: readonly EndpointName[] = [
  'approveRequest',
  'declineRequest',
  'inviteStaff',
  'withdrawInvitation',
  'changeRole',
  'endMembership',
  'payBatch',
  'returnPayout',
  'uploadPicture',
  'publishCatalogue',
  'publishRates',
  'restoreRates',
  'publishWords',
  'restoreWords',
  'switchCounters',
  'publishQuestions',
  'restoreQuestions',
  'publishFigures',
  'restoreFigures',
  'switchReportYear',
  'sendNewsletter',
  'resumeNewsletter',
  'closeMonth',
  'proposeBankAccount',
  'decideBankAccount',
  'listTokens',
  'makeToken',
  'revokeToken',
  'addWebhook',
  'changeWebhook',
  'rotateWebhookSecret',
  'pauseWebhook',
  'resumeWebhook',
  'removeWebhook',
  'testWebhook',
  'redeliver',
];

type Caller = 'visitor' | 'donor' | 'other donor' | StaffRole;

/** Every caller of an endpoint for staff. At other endpoints an Owner stands for all staff, because they are donors there. */
const callersOf = (name: EndpointName): readonly Caller[] =>
  isStaffAccess(promisedAccess[name])
    ? ['visitor', 'donor', ...staffRoles]
    : ['visitor', 'donor', 'other donor', 'owner'];

/** Returns true if a call is refused before its input is read. */
function isRefusedUnread(name: EndpointName, caller: Caller): boolean {
  const access = promisedAccess[name];
  if (access === 'public') return false;
  return caller === 'visitor' || (isStaffAccess(access) && !isPermitted(caller, access));
}

function promisedStatus(name: EndpointName, caller: Caller): number {
  const access = promisedAccess[name];
  if (caller === 'owner' && notForStaff.includes(name)) return 403;
  if (access === 'public') return 200;
  if (caller === 'visitor') return 401;
  if (isStaffAccess(access))
    return isPermitted(caller, decidesAboutRefund.includes(name) ? 'refund' : access) ? 200 : 403;
  if (name === 'joinTeam' && caller !== 'donor') return 403; // the invitation is to the donor's address
  if (caller === 'owner' && notForAdmin.includes(name)) return 403;
  return caller !== 'donor' && callsOfOneDonor.includes(name) ? 404 : 200;
}

/** At public endpoints, a token can read what a visitor can read. */
function promisedTokenStatus(name: EndpointName, role: StaffRole): number {
  const access = promisedAccess[name];
  if (access === 'public') return endpoints[name].method === 'GET' ? 200 : 403;
  return isStaffAccess(access) && !onlyInPerson.includes(name) && isPermitted(role, access) ? 200 : 403;
}

/** Calls that need the right of the request that they decide on; here, a refund. */
const decidesAboutRefund: readonly EndpointName[] = ['approveRequest', 'declineRequest'];

function isPermitted(caller: Caller, access: StaffAccess): boolean {
  const role = staffRoles.find((known) => known === caller) ?? null;
  return access === 'staff' ? role !== null : hasRight(role, access);
}

const names = Object.keys(promisedAccess) as EndpointName[];

const calls = names.flatMap((name) =>
  callersOf(name).map((caller) => [name, caller, promisedStatus(name, caller)] as const),
);

/** Every call that is refused before its input is read; visitors have their own test. */
const refusedUnread = calls.filter(([name, caller]) => caller !== 'visitor' && isRefusedUnread(name, caller));

const served = calls.filter(([name, caller]) => !isRefusedUnread(name, caller));

/**
 * On PostgreSQL, one successful call of each endpoint shows that its queries run there, and the refused calls show that they
 * find only what belongs to the donor.
 */
const servedOn: Readonly<Record<TestDatabase, typeof served>> = {
  sqlite: served,
  postgres: served.filter(
    ([name, , status], position) =>
      status !== 200 || served.findIndex(([other, , first]) => other === name && first === 200) === position,
  ),
};

const pathOf = ({ path }: Endpoint, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));

let app: TestApp;
/** A signed-in person for each kind of caller, whose session stays open. */
const members = new Map<Caller, SignedIn>();

async function startWithTeam(engine: TestDatabase): Promise<void> {
  app = await startApp(engine, {
    cards: { ...stubCardsWithWebhook(), subscriptions: activeSubscriptions },
    paypal: stubPayPal(),
    ...acceptedMails(),
    environment: { ADMIN_PASSWORD: donorPassword },
  });
  await signInAdmin(app);
  members.set('donor', await signIn(app));
  for (const role of staffRoles.slice(1)) members.set(role, await signInStaff(app, role));
}

/** Keeps the second factors of `members` only, so that the administrator's next login needs none. */
const dropOtherFactors = async (): Promise<void> => {
  const ids = Array.from(members.values(), ({ user }) => user.id);
  await app.deps.db.write.deleteFrom('second_factors').where('user_id', 'not in', ids).execute();
};

async function signInCaller(caller: Caller, owner: SignedIn): Promise<SignedIn> {
  if (caller === 'other donor') return signIn(app);
  if (caller === 'visitor' || caller === 'donor') return owner;
  return members.get(caller) ?? signInOwner();
}

async function signInOwner(): Promise<SignedIn> {
  const { cookie } = await logInAt(app, { username: 'admin', password: donorPassword });
  return { cookie, user: (await call(app, { method: 'GET', url: '/api/user', cookie })).json() };
}

test.each(names)('%s has the access that the spec and its readings give it', (name) => {
  expect(endpoints[name].access).toBe(promisedAccess[name]);
});

test.each(names.filter((name) => (endpoints[name] as Endpoint).response === publishedResponse))(
  '%s publishes something, so only people can call it',
  (name) => {
    expect((endpoints[name] as Endpoint).onlyInPerson).toBe(true);
  },
);

forEachDatabase((engine) => {
  describe('an endpoint', () => {
    beforeAll(() => startWithTeam(engine));
    afterEach(dropOtherFactors);
    afterAll(() => app.close());

    test.each(servedOn[engine])('%s called by %s gets %d', async (name, kind, status) => {
      const owner = await signIn(app);
      const caller = await signInCaller(kind, owner);
      const { params, body, cookie = '' } = await validCalls[name](app, { caller, owner });
      const cookies = [kind === 'visitor' ? '' : caller.cookie, cookie].filter((part) => part !== '').join('; ');
      const response = await call(app, {
        method: endpoints[name].method,
        url: pathOf(endpoints[name], params),
        ...(cookies === '' ? {} : { cookie: cookies }),
        ...(body === undefined ? {} : { body }),
      });
      expect(response.statusCode).toBe(status);
    });
  });
});

// Who may call is decided by the account and the endpoint, in the same way on both databases.
describe('an endpoint', () => {
  /** The API token of each role. */
  const tokens = new Map<StaffRole, string>();

  beforeAll(async () => {
    await startWithTeam('sqlite');
    for (const role of staffRoles)
      tokens.set(role, (await makeToken(app, members.get(role) ?? (await signInOwner()))).token);
  });
  afterEach(dropOtherFactors);
  afterAll(() => app.close());

  test.each(refusedUnread)('%s refuses %s before it looks at anything else', async (name, kind) => {
    const { method, path } = endpoints[name];
    const { cookie } = members.get(kind)!;
    expect((await call(app, { method, url: path, cookie })).statusCode).toBe(403);
  });

  test.each(names.flatMap((name) => staffRoles.map((role) => [name, role, promisedTokenStatus(name, role)] as const)))(
    '%s called with the token of %s gets %d',
    async (name, role, status) => {
      const { method, path }: Endpoint = endpoints[name];
      const { url, body } = status === 200 ? await prepareTokenCall(name, role) : { url: path };
      const response = await callWithToken(app, tokens.get(role)!, {
        method,
        url,
        ...(body === undefined ? {} : { body }),
      });
      expect(response.statusCode).toBe(status);
    },
  );

  async function prepareTokenCall(name: EndpointName, role: StaffRole) {
    const owner = await signIn(app);
    const { params, body } = await validCalls[name](app, { caller: await signInCaller(role, owner), owner });
    return { url: pathOf(endpoints[name], params), body };
  }

  test.each(names.filter((name) => promisedAccess[name] !== 'public'))(
    '%s refuses a visitor before it looks at anything else',
    async (name) => {
      const { method, path } = endpoints[name];
      for (const url of [path, `${path}?cursor=nonsense`]) {
        const response = await call(app, { method, url, ...(method === 'GET' ? {} : { body: { userId: 7 } }) });
        const { statusCode, headers } = response;
        expect({ status: statusCode, body: response.json<unknown>(), cache: headers['cache-control'] }).toEqual({
          status: 401,
          body: refusal('sign_in_required', 'Please sign in.'),
          cache: 'no-store',
        });
      }
    },
  );
});
