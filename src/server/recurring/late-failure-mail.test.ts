import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { planMailWriters } from './index.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe('the email about a failed payment', () => {
    let world: AppWithSandbox;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      const { cookie } = await signIn(world.app);
      await world.pay(checkoutBody({ donation: { recurring: true } }), cookie);
      const [subscription] = await world.control.readSubscriptions();
      await world.control.failNextRenewals(subscription?.subscriptionId ?? '', 1);
      await world.advance(31 * daySeconds);
    });
    afterEach(() => world.close());

    async function sendMails(): Promise<string[]> {
      const sent: MailMessage[] = [];
      const mail = { send: async (message: MailMessage) => void sent.push(message) };
      const deps = { ...world.app.deps, mail, renderMail: builtMails() };
      await workOutbox(deps, mailHandlers(deps, planMailWriters));
      return sent.map(({ subject }) => subject);
    }

    test('is sent while the month is not paid', async () => {
      expect(await sendMails()).toEqual([expect.stringContaining("didn't go through")]);
    });

    test('is not sent after the month has been paid', async () => {
      await world.advance(3 * daySeconds); // the provider tries again
      expect(await world.donations()).toHaveLength(2);
      expect(await sendMails()).toEqual([]);
    });
  });
});
