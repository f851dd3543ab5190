import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catalogueKind } from '#server/catalogue/index.ts';
import { holdDocument } from '#server/publishing/index.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { restoreBackup, takeBackup, type Backup } from '#test/support/payments/backup.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { reconcile } from '../reconcile/reconcile.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe('after restoring a backup from before a charity was published', () => {
    let world: AppWithSandbox;
    let donor: SignedIn;
    let backup: Backup;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app);
      await world.pay();
      await repair();
    });
    afterEach(() => world.close());

    const read = () => world.app.deps.db.read;
    const repair = async () => {
      await world.advance(60); // the next reconciliation is later than the last one
      return reconcile(world.app.deps, 'recent');
    };
    const donations = () => read().selectFrom('donations').selectAll().orderBy('id').execute();
    const unresolved = () =>
      read().selectFrom('quarantined_events').select('reason').where('resolved_at', 'is', null).execute();
    const chooseCharity = async (charityId: number): Promise<void> => {
      const { id } = await read().selectFrom('plans').select('id').executeTakeFirstOrThrow();
      const headers = { origin: ownOrigin, cookie: donor.cookie };
      const payload = { charityId };
      const response = await world.app.server.inject({ method: 'PATCH', url: `/api/plans/${id}`, headers, payload });
      expect([response.statusCode, response.body]).toEqual([200, response.body]);
    };
    /** Adds charity 10 to the catalogue; restoring the backup removes it again. */
    const addCharity = async (name: string): Promise<void> => {
      const { standard } = catalogueKind;
      const charities = [...standard.charities, { id: 10, name, isRetired: false }];
      const kind = { ...catalogueKind, standard: { ...standard, charities } };
      Object.assign(world.app.deps.published, { catalogue: holdDocument(kind, world.app.clock) });
      await world.app.deps.db.write.insertInto('charities').values({ id: 10, name }).execute();
    };
    const restoreWithoutCharity = async (): Promise<void> => {
      await world.sandbox.sandbox.webhooks.whenIdle();
      await restoreBackup(world.app.deps, backup);
      await world.app.deps.db.write.deleteFrom('charities').where('id', '=', 10).execute();
      Object.assign(world.app.deps.published, { catalogue: holdDocument(catalogueKind, world.app.clock) });
    };

    test('a renewal for a charity that was published after the backup waits until the charity is published again', async () => {
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      backup = await takeBackup(world.app.deps);
      await addCharity('Food banks of Oceania');
      await chooseCharity(10);
      await world.advance(15 * daySeconds);
      await world.advance(17 * daySeconds);
      const before = await donations();
      await restoreWithoutCharity();
      await repair();
      expect((await donations()).map(({ charity_id: id }) => id)).toEqual([6, 6]);
      expect(await unresolved()).toMatchObject([{ reason: 'not_in_catalogue' }]);
      await addCharity('Food banks of Oceania');
      await repair();
      expect(await donations()).toEqual(before);
      expect([await unresolved(), await world.discrepancies()]).toEqual([[], []]);
    });

    test('a payment does not go to another charity that got the same number after the restore', async () => {
      backup = await takeBackup(world.app.deps);
      await addCharity('Food banks of Oceania');
      await world.pay(checkoutBody({ donation: { charityId: 10 } }));
      const before = await donations();
      await restoreWithoutCharity();
      await addCharity('Food banks of the Arctic');
      await repair();
      expect(await donations()).toHaveLength(1);
      expect(new Set((await unresolved()).map(({ reason }) => reason))).toEqual(new Set(['not_in_catalogue']));
      await world.app.deps.db.write.deleteFrom('charities').where('id', '=', 10).execute();
      await addCharity('Food banks of Oceania');
      await repair();
      expect([await donations(), await unresolved()]).toEqual([before, []]);
    });
  });
});
