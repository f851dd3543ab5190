import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { planMailWriters } from './index.ts';

const daySeconds = 24 * 60 * 60;
const failed = "Your monthly payment didn't go through";
const ended = 'Your monthly gift has ended';

forEachDatabase((engine) => {
  describe('the emails about a card that stops working', () => {
    let world: AppWithSandbox;
    let subscriptionId: string;
    let sent: MailMessage[];

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      const { cookie } = await signIn(world.app);
      await world.pay(checkoutBody({ donation: { recurring: true } }), cookie);
      const [subscription] = await world.control.readSubscriptions();
      subscriptionId = subscription?.subscriptionId ?? '';
      sent = [];
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    /** Advances the clock, then sends the emails that are due. Returns their subjects. */
    async function subjectsAfter(seconds: number): Promise<string[]> {
      await world.advance(seconds);
      const known = sent.length;
      const mail = { send: async (message: MailMessage) => void sent.push(message) };
      const deps = { ...world.app.deps, mail, renderMail: builtMails() };
      while ((await workOutbox(deps, mailHandlers(deps, planMailWriters))).done > 0);
      return sent.slice(known).map(({ subject }) => subject);
    }

    test('report each failed charge that will be retried, and the last one only as the end of the plan', async () => {
      await world.control.failNextRenewals(subscriptionId, 4);
      const steps = [31, 3, 5, 7, 1, 30].map((days) => days * daySeconds);
      const subjects: string[][] = [];
      for (const seconds of steps) subjects.push(await subjectsAfter(seconds));
      expect(subjects).toEqual([[failed], [failed], [failed], [ended], [], []]);
      expect(sent.at(-1)?.text.replaceAll(/\s+/g, ' ')).toContain(
        "Your last payment didn't go through, so your gift of US$3.50 a month to Food banks across Canada has ended.",
      );
    });

    test('do not mention a failed payment if the donor ended the plan', async () => {
      await world.control.cancelSubscription(subscriptionId);
      expect(await subjectsAfter(daySeconds)).toEqual([ended]);
      expect(sent[0]?.text).not.toContain("didn't go through");
    });
  });
});
