import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefundedPayment, RefundRequest } from '#server/ports/provider.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { paymentJobs } from '#server/payments/index.ts';
import { signInAdmin } from '../support/accounts/signed-in.ts';
import { postText } from '../support/app/call-app.ts';
import type { TestApp } from '../support/app/start-app.ts';
import { deliver, openIntent } from '../support/payments/open-intent.ts';
import { paidWithPayment, paymentIdOf } from '../support/payments/reversal-messages.ts';
import { reversalRecords } from '../support/payments/reversal-records.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

const rounds = 8;

describe('refunds requested at the same time from two servers on one PostgreSQL', () => {
  let apps: TwoApps;
  let cookie: string;
  const made = new Map<string, RefundRequest>();

  beforeAll(async () => {
    apps = await startTwoApps();
    cookie = await signInAdmin(apps.first);
    for (const { deps } of [apps.first, apps.second]) deps.cards.refundPayment = async (request) => refund(request);
  });
  afterAll(() => apps.close());

  /** Refunds as a provider with idempotency keys does: requests with the same id are one refund. */
  function refund(request: RefundRequest): RefundedPayment {
    made.set(request.requestId, request);
    const reversalId = `re_${request.requestId}`;
    return {
      code: 'refunded',
      event: {
        provider: 'stripe',
        eventId: `asked:${reversalId}:taken`,
        occurredAt: apps.first.clock.now(),
        isLive: false,
        account: undefined,
        reversalId,
        kind: 'refund',
        paymentId: request.paymentId,
        fact: 'taken',
        amount: request.amount,
      },
    };
  }

  const pay = async () => {
    const intent = await openIntent(apps.first);
    await deliver(apps.first, paidWithPayment(intent));
    return intent;
  };
  const request = (app: TestApp, donationId: string, key: string) =>
    postText(
      app,
      `/api/admin/donations/${donationId}/refund`,
      '{"amount":2,"expectedRemaining":5.24,"reason":"Asked for it"}',
      {
        cookie,
        'idempotency-key': key,
      },
    );
  const work = () => Promise.all([apps.first, apps.second].map(({ deps }) => workOutbox(deps, paymentJobs)));

  test.each([
    ['one key', () => 'the-same-key', [200, 200]],
    ['two keys and one expected remainder', (index: number) => `click-number-${index}`, [200, 409]],
  ] as const)('with %s are one refund', async (_title, keyOf, statuses) => {
    for (let round = 0; round < rounds; round += 1) {
      const intent = await pay();
      const responses = await Promise.all(
        [apps.first, apps.second].map((app, index) => request(app, intent.donation_id, keyOf(index))),
      );
      expect(responses.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual(statuses);
      await work();
      await work();
      const refunds = [...made.values()].filter(({ paymentId }) => paymentId === paymentIdOf(intent));
      expect(refunds).toMatchObject([{ amount: { amountMinor: 200 } }]);
      expect((await reversalRecords(apps.first.deps, intent.id)).accounts['clearing:stripe']).toBe(324);
    }
  });
});
