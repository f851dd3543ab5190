import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { startTwoApps, type TwoApps } from '#test/races/two-apps.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const minuteMs = 60_000;

/** Subscribes the same address from the IP address with this number, in one of two spellings. */
const subscribeFrom = async (app: TestApp, source: number) => {
  const email = source % 2 === 0 ? 'noor@example.org' : 'Noor@EXAMPLE.org';
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/subscribe',
    remoteAddress: `10.1.${source >> 8}.${source & 255}`,
    headers: { origin: ownOrigin },
    payload: { email },
  });
  return `${response.statusCode} ${response.body}`;
};
const countConfirmationMails = async ({ deps }: TestApp): Promise<number> =>
  (await deps.db.read.selectFrom('outbox').select('id').where('kind', '=', 'newsletter_confirmation').execute()).length;
const sources = (count: number): readonly number[] => Array.from({ length: count }, (_, source) => source);

forEachDatabase((engine) => {
  describe('a flood of subscriptions for one address', () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    test('200 simultaneous requests send one email and get the same response', async () => {
      const responses = await Promise.all(sources(200).map((source) => subscribeFrom(app, source)));
      expect(new Set(responses)).toEqual(new Set(['200 {}']));
      expect(await countConfirmationMails(app)).toBe(1);
    });

    test('a continuing flood sends three emails a day, 15 minutes apart', async () => {
      const mailsAfter: number[] = [];
      for (let minute = 0; minute < 24 * 60; minute += 5) {
        expect(await subscribeFrom(app, minute)).toBe('200 {}');
        mailsAfter.push(await countConfirmationMails(app));
        app.clock.advance(5 * minuteMs);
      }
      expect(mailsAfter.slice(0, 8)).toEqual([1, 1, 1, 2, 2, 2, 3, 3]);
      expect(mailsAfter.at(-1)).toBe(3);
      await subscribeFrom(app, 0);
      expect(await countConfirmationMails(app), 'a day later').toBe(4);
    });
  });
});

describe('a flood of subscriptions for one address at two servers on one database', () => {
  let apps: TwoApps;
  beforeEach(async () => {
    apps = await startTwoApps();
  });
  afterEach(() => apps.close());

  test('200 simultaneous requests send one email and get the same response', async () => {
    const responses = await Promise.all(
      sources(200).map((source) => subscribeFrom(source % 2 === 0 ? apps.first : apps.second, source)),
    );
    expect(new Set(responses)).toEqual(new Set(['200 {}']));
    expect(await countConfirmationMails(apps.first)).toBe(1);
  });
});
