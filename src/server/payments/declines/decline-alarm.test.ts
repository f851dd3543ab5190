import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { openPage } from '#test/support/payments/card-testers.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { declineMessage } from '#test/support/payments/stripe-webhook.ts';
import { createDeclineWatch } from './watch-declines.ts';

const minuteMs = 60 * 1000;

forEachDatabase((engine) => {
  describe(`the alarm about declines on ${engine}`, () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterEach(() => app.close());

    const secondsNow = (): number => Math.floor(app.clock.now().getTime() / 1000);
    /** Reports one decline at each of `count` addresses. */
    const declineEverywhere = async (count: number): Promise<void> => {
      for (let number = 0; number < count; number += 1) {
        const sessionId = await openPage(app, { address: `198.51.100.${number}` });
        const id = sessionId.replace('int_', 'evt_');
        await deliver(app, declineMessage(sessionId, { event: { id, created: secondsNow() } }));
      }
    };
    const alarm = async (): Promise<number | undefined> => (await app.deps.metrics.declineAlarm.get()).values[0]?.value;
    const logged = (): unknown[] =>
      app.logged.map(({ msg }) => msg).filter((text) => String(text).startsWith('declined payments'));

    test('begins when many addresses are declined, is logged once, and ends automatically', async () => {
      const watch = createDeclineWatch(app.deps);
      await declineEverywhere(19);
      await watch();
      expect([await alarm(), logged()]).toEqual([0, []]);
      await declineEverywhere(1);
      await watch();
      await watch();
      expect([await alarm(), logged()]).toEqual([1, ['declined payments are rising; needs review']]);
      app.clock.advance(15 * minuteMs + 1000);
      await watch();
      expect([await alarm(), logged().at(-1)]).toEqual([0, 'declined payments are back to normal']);
    });

    test('does not begin if more payments succeed than are declined', async () => {
      for (let number = 0; number < 21; number += 1)
        await deliver(app, paidMessage(await openIntent(app), { event: { created: secondsNow() } }));
      await declineEverywhere(20);
      await createDeclineWatch(app.deps)();
      expect([await alarm(), logged()]).toEqual([0, []]);
    });
  });
});
