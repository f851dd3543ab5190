import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { modelCommands } from '#test/support/payouts/model-commands.ts';
import { startPayoutModel, type PayoutModel } from '#test/support/payouts/model.ts';

const runs = 20;

forEachDatabase((engine) => {
  describe('whatever is donated, refunded, disputed and paid', () => {
    let model: PayoutModel;

    beforeAll(async () => {
      model = await startPayoutModel(engine);
    });
    afterAll(() => model.close());

    test('a charity is owed what it received, less refunds and payouts', { timeout: runs * 10_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands(modelCommands, { maxCommands: 30, size: 'max' }), async (commands) => {
          await model.reset();
          await fc.asyncModelRun(() => ({ model, real: model }), commands);
          expect(await model.findings()).toEqual([]);
        }),
        { numRuns: runs },
      );
    });
  });
});
