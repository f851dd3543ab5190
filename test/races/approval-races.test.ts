import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockAccount } from '#server/auth/index.ts';
import { loggedActions } from '../support/accounts/audit-log.ts';
import type { SignedIn } from '../support/accounts/signed-in.ts';
import { setRole, signInStaff } from '../support/accounts/staff.ts';
import { postText } from '../support/app/call-app.ts';
import type { TestApp } from '../support/app/start-app.ts';
import { validCalls } from '../support/calls/valid-calls.ts';
import { startTwoApps, waitForBlocked, type TwoApps } from './two-apps.ts';

const rounds = 8;

describe('decisions at two servers on one PostgreSQL at the same time', () => {
  let apps: TwoApps;
  let first: SignedIn;
  let second: SignedIn;

  beforeAll(async () => {
    apps = await startTwoApps();
    first = await signInStaff(apps.first, 'finance', { username: 'fina' });
    second = await signInStaff(apps.first, 'owner', { username: 'olga' });
  });
  afterAll(() => apps.close());

  const request = async (): Promise<string> => {
    const { params } = await validCalls.approveRequest(apps.first, { caller: first, owner: first });
    return params?.['id'] ?? '';
  };
  const decide = async (app: TestApp, { cookie }: SignedIn, path: string) =>
    postText(app, `/api/admin/approvals/${path}`, '{"reason":"Checked"}', { cookie });
  const actionsAbout = async (approval: string) =>
    (await loggedActions(apps.first))
      .filter(({ after }) => JSON.stringify(after).includes(approval))
      .map(({ action }) => action);

  test.each(['approve', 'decline'])(
    'if one person approves a request and another wants to %s it, one of them wins',
    async (other) => {
      for (let round = 0; round < rounds; round += 1) {
        const approval = await request();
        const responses = await Promise.all([
          decide(apps.first, first, `${approval}/approve`),
          decide(apps.second, second, `${approval}/${other}`),
        ]);
        expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
        const loser = responses.find(({ statusCode }) => statusCode === 409);
        expect(loser?.json<{ message: string }>().message).toMatch(/^(fina|olga) (approved|declined) this request on /);
        expect(await actionsAbout(approval)).toHaveLength(2); // the request and one decision
      }
    },
  );

  test('a request is either approved, or withdrawn because its requester leaves the team', async () => {
    const sam = await signInStaff(apps.first, 'support', { username: 'sam' });
    for (let round = 0; round < rounds; round += 1) {
      await setRole(apps.first, sam, 'support');
      const approval = await request();
      const ofSam = apps.first.deps.db.write.updateTable('approvals').set({ requested_by: sam.user.id });
      await ofSam.where('id', '=', approval).execute();
      const [response, ended] = await Promise.all([
        decide(apps.second, first, `${approval}/approve`),
        postText(apps.first, `/api/admin/team/${sam.user.id}/end`, '{"reason":"Left"}', { cookie: second.cookie }),
      ]);
      expect(ended.statusCode).toBe(200);
      expect([200, 409]).toContain(response.statusCode);
      const decision = response.statusCode === 200 ? 'approval_given' : 'approval_withdrawn';
      expect((await actionsAbout(approval)).toSorted()).toEqual(['approval_requested', decision].toSorted());
    }
  });

  test.each([
    ['before', true],
    ['after', false],
  ])(
    'a request that arrives just %s the end of its requester’s membership is withdrawn or refused',
    async (_moment, isFirst) => {
      const rita = await signInStaff(apps.first, 'finance');
      const { params, body } = await validCalls.returnPayout(apps.first, { caller: rita, owner: rita });
      const url = `/api/admin/payouts/${params?.['id']}/return`;
      const ask = () => postText(apps.first, url, JSON.stringify(body), { cookie: rita.cookie });
      const end = () =>
        postText(apps.second, `/api/admin/team/${rita.user.id}/end`, '{"reason":"Left"}', { cookie: second.cookie });
      const responses = await inLockstep(rita, isFirst ? [ask, end] : [end, ask]);
      const [asked, ended] = isFirst ? responses : responses.toReversed();
      const approvals = apps.first.deps.db.read.selectFrom('approvals').select('status');
      const rows = await approvals.where('requested_by', '=', rita.user.id).execute();
      const statuses = rows.map(({ status }) => status);
      expect(ended?.statusCode).toBe(200);
      expect([
        [200, ['declined']],
        [403, []],
      ]).toContainEqual([asked?.statusCode, statuses]);
    },
  );

  /** Makes two calls that wait for the row of an account at the same time. Either of them can get it first. */
  async function inLockstep<Result>(
    { user }: SignedIn,
    [makeFirst, makeSecond]: readonly [() => Promise<Result>, () => Promise<Result>],
  ): Promise<Result[]> {
    const { deps } = apps.first;
    const { promise: release, resolve: releaseRow } = Promise.withResolvers<void>();
    const { promise: locked, resolve: markLocked } = Promise.withResolvers<void>();
    const locking = deps.db.write.transaction().execute(async (tx) => {
      await lockAccount(tx, user.id);
      markLocked();
      await release;
    });
    await locked;
    const calls = [makeFirst()];
    await waitForBlocked(deps, 1);
    calls.push(makeSecond());
    await waitForBlocked(deps, 2);
    releaseRow();
    await locking;
    return Promise.all(calls);
  }

  test('someone whose role has ended decides nothing afterward', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const approval = await request();
      const [response] = await Promise.all([
        decide(apps.second, first, `${approval}/approve`),
        setRole(apps.first, first, null),
      ]);
      expect([200, 403]).toContain(response.statusCode);
      expect((await decide(apps.second, first, `${await request()}/approve`)).statusCode).toBe(403);
      await setRole(apps.first, first, 'finance');
    }
  });
});
