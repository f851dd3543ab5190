import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkoutFrom } from '../support/payments/card-testers.ts';
import { deliver, openIntent } from '../support/payments/open-intent.ts';
import { declineMessage } from '../support/payments/stripe-webhook.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

let apps: TwoApps;
beforeEach(async () => {
  apps = await startTwoApps();
});
afterEach(() => apps.close());

/** Delivers declines of one page to both servers at once. */
async function declineAtOnce(count: number, eventIdOf: (number: number) => string): Promise<number[]> {
  const { id } = await openIntent(apps.first);
  const created = Math.floor(apps.first.clock.now().getTime() / 1000);
  const responses = await Promise.all(
    Array.from({ length: count }, (_, number) =>
      deliver(
        number % 2 === 0 ? apps.first : apps.second,
        declineMessage(id, { event: { id: eventIdOf(number), created } }),
      ),
    ),
  );
  return responses.map(({ statusCode }) => statusCode);
}

const statusAt = async (app: TwoApps['first']): Promise<number> =>
  (await checkoutFrom(app, { address: '127.0.0.1' })).statusCode;

test('nine declines at once on two servers leave the address open, and the tenth closes it on both', async () => {
  expect(await declineAtOnce(9, (number) => `evt_${number}`)).toEqual(Array.from({ length: 9 }, () => 200));
  expect([await statusAt(apps.first), await statusAt(apps.second)]).toEqual([200, 200]);
  expect(await declineAtOnce(1, () => 'evt_last')).toEqual([200]);
  expect([await statusAt(apps.first), await statusAt(apps.second)]).toEqual([429, 429]);
});

test('ten declines at once are all counted', async () => {
  expect(await declineAtOnce(10, (number) => `evt_${number}`)).toEqual(Array.from({ length: 10 }, () => 200));
  expect([await statusAt(apps.first), await statusAt(apps.second)]).toEqual([429, 429]);
});

test('ten copies of one message at once count once', async () => {
  expect(await declineAtOnce(10, () => 'evt_same')).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await apps.first.deps.db.read.selectFrom('declines').select('decline_id').execute()).toHaveLength(1);
  expect([await statusAt(apps.first), await statusAt(apps.second)]).toEqual([200, 200]);
});
