import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReviewAction } from '#domain/review/review-item.ts';
import { call } from '../support/accounts/account-calls.ts';
import { loggedActions } from '../support/accounts/audit-log.ts';
import type { SignedIn } from '../support/accounts/signed-in.ts';
import { signInStaff } from '../support/accounts/staff.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { takeBackBookings } from '#server/payments/index.ts';
import { deliver, openIntent, paidMessage } from '../support/payments/open-intent.ts';
import { insertMovement } from '../support/review/movement.ts';
import type { TestApp } from '../support/app/start-app.ts';
import { insertQuarantined } from '../support/review/quarantined.ts';
import { decideAs } from '../support/review/review-desk.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

const rounds = 8;

describe('two people who decide on the same item at the same time, at two servers on one PostgreSQL', () => {
  let apps: TwoApps;
  let fina: SignedIn;
  let olga: SignedIn;

  beforeAll(async () => {
    apps = await startTwoApps();
    fina = await signInStaff(apps.first, 'finance', { username: 'fina' });
    olga = await signInStaff(apps.first, 'owner', { username: 'olga' });
  });
  afterAll(() => apps.close());

  const quarantine = async (eventId: string, amountMinor = 524): Promise<void> => {
    const fact = { kind: 'settled', collected: { amountMinor, currency: 'CAD' } };
    const detail = { sessionId: `cs_${eventId}`, paymentId: `pi_${eventId}`, fact };
    await insertQuarantined(apps.first.deps, { eventId, reason: 'unknown_session', detail });
  };

  test.each([
    ['refund', 'refund'],
    ['refund', 'dismiss'],
    ['dismiss', 'dismiss'],
  ] as const)(
    'of %s and %s, one wins, and the other person is told who decided',
    async (one: ReviewAction, other: ReviewAction) => {
      for (let round = 0; round < rounds; round += 1) {
        const eventId = `evt_${one}_${other}_${round}`;
        await quarantine(eventId);
        const itemId = `quarantined:stripe:${eventId}`;
        const [first, second] = await Promise.all([
          decideAs(apps.first, fina, itemId, one),
          decideAs(apps.second, olga, itemId, other),
        ]);
        expect([first[0], second[0]].toSorted((left, right) => left - right)).toEqual([200, 409]);
        const [winner, refused] = first[0] === 200 ? ['fina', second] : ['olga', first];
        expect(refused[1]).toMatchObject({ code: 'already_resolved', message: expect.stringMatching(`^${winner} `) });
        const logged = (await loggedActions(apps.first)).filter(({ subject }) => subject.endsWith(eventId));
        expect(logged.map(({ actor_name: actor }) => actor)).toEqual([winner]);
      }
    },
  );

  test('two requests for a large refund become one, which waits for a second person', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const eventId = `evt_large_${round}`;
      await quarantine(eventId, 100_000);
      const itemId = `quarantined:stripe:${eventId}`;
      const responses = await Promise.all([
        decideAs(apps.first, fina, itemId, 'refund'),
        decideAs(apps.second, olga, itemId, 'refund'),
      ]);
      expect(responses).toMatchObject([
        [200, { status: 'approval_needed' }],
        [200, { status: 'approval_needed' }],
      ]);
      const logged = (await loggedActions(apps.first)).filter(({ subject }) => subject.endsWith(eventId));
      expect(logged.map(({ action }) => action)).toEqual(['approval_requested']);
    }
  });

  test('of two bookings of a movement, one is posted, and the other is refused', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const movementId = await insertMovement(apps.first.deps);
      const book = (app: TestApp, { cookie }: SignedIn, account: string) =>
        call(app, {
          method: 'POST',
          url: '/api/admin/balances/movements',
          cookie,
          body: { provider: 'stripe', movementId, account, reason: 'Looked at it' },
        });
      const responses = await Promise.all([book(apps.first, fina, 'processing_fees'), book(apps.second, olga, 'bank')]);
      const statuses = responses.map(({ statusCode }) => statusCode);
      expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 409]);
      const account = statuses[0] === 200 ? 'processing_fees' : 'bank';
      const entries = await apps.first.deps.db.read
        .selectFrom('ledger_entries')
        .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
        .select(['account', 'amount_minor'])
        .where('cause', '=', `movement:stripe:${movementId}`)
        .orderBy('line')
        .execute();
      expect(entries).toEqual([
        { account: 'clearing:stripe', amount_minor: -200 },
        { account, amount_minor: 200 },
      ]);
    }
  });

  test('a movement that is booked while its payment settles is in the books once', async () => {
    const { db } = apps.first.deps;
    for (let round = 0; round < rounds; round += 1) {
      const intent = await openIntent(apps.first);
      const paymentId = `pi_booked_${round}`;
      const movementId = await insertMovement(apps.first.deps, { source_id: paymentId, amount_minor: 524 });
      const booking = call(apps.first, {
        method: 'POST',
        url: '/api/admin/balances/movements',
        cookie: fina.cookie,
        body: { provider: 'stripe', movementId, account: 'other_income', reason: 'Looked at it' },
      });
      await Promise.all([
        booking,
        deliver(apps.second, paidMessage(intent, { session: { payment_intent: paymentId } })),
      ]);
      await Promise.all([apps.first, apps.second].map(({ deps }) => takeBackBookings(deps, 'stripe')));
      const causes = [`settlement:${intent.id}`, `movement:stripe:${movementId}`];
      const entries = await db.read
        .selectFrom('ledger_entries')
        .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
        .select(['account', 'amount_minor'])
        .where('cause', 'in', [...causes, `movement:stripe:${movementId}:taken_back`])
        .execute();
      const sumOf = (account: string): number =>
        entries.filter((entry) => entry.account === account).reduce((sum, { amount_minor: minor }) => sum + minor, 0);
      expect([sumOf('clearing:stripe'), sumOf('other_income')]).toEqual([intent.charge_total_minor, 0]);
    }
    const findings = await checkLedger(db.read);
    expect(findings.filter(({ rule }) => /movement|booking|^entries/.test(rule))).toEqual([]);
  });
});
