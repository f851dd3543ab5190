import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBalances } from '#server/accounting/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { runTool } from '#test/support/app/run-tool.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';

/** The operator's tools, each with its expected output and exit code. */
const tools: readonly (readonly [tool: readonly string[], output: RegExp, exitCode: number])[] = [
  [['check-ledger.ts'], /^The ledger is correct\.\n$/, 0],
  [['rebuild-balances.ts'], /^Rebuilt the balances of \d+ days?\.\n$/, 0],
  [['check-ledger.ts', '--since-last'], /^The ledger is correct\. The next check starts where this one ended\.\n$/, 0],
  [
    ['check-ledger.ts', '--since-last'],
    /^What was posted since .* is correct\.\nEarlier rows were checked at .*\n$/,
    0,
  ],
  [['check-log.ts'], /^The public log is correct\.\n$/, 0],
  [['rotate-log-key.ts', 'planned'], /^The public log now signs with the key [\da-f]{16}\. /, 0],
  [['held-emails.ts'], /^0 receipts and 0 other emails held\.\n$/, 0],
  [['erase-guest.ts', 'nobody@example.org'], /^Erased from 0 donations\. Canceled 0 unsent emails\.\n$/, 1],
  [['note-backup.ts', 'full'], /^Noted the backup full\.\n$/, 0],
  [['reconcile.ts'], /^The providers are unavailable\.\n/, 1],
];

/** Settings for production, with an address for Stripe that does not respond. */
const variables = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://donate.example',
  STRIPE_SECRET_KEY: 'sk_test_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
};

forEachDatabase((engine) => {
  describe('with a donation in the database', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      await deliver(app, paidMessage(await openIntent(app)));
      app.clock.advance(3 * 60 * 60 * 1000);
      await writeBalances(app.deps);
    });
    afterAll(() => app.close());

    test.each(tools)('%j works while the product runs', async (tool, output, exitCode) => {
      const run = await runTool(app, tool, variables);
      expect(run.output).toMatch(output);
      expect(run.exitCode).toBe(exitCode);
    });
  });
});
