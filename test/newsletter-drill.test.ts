import { expect, test } from 'vitest';
import { buildIfStale } from '#tools/start/builds.ts';
import { drillNewsletter } from './drill/newsletter-drill.ts';
import { freshDatabase, testDatabases } from './support/app/databases.ts';

test.each(testDatabases)('a newsletter from a process that is killed twice reaches everyone, on %s', async (engine) => {
  await buildIfStale(['pages']);
  const database = await freshDatabase(engine);
  const { missing, twice, unrecorded, copies, kills, recipients } = await drillNewsletter(
    { dataDir: database.dataDir, databaseUrl: database.databaseUrl },
    { recipients: 90, kills: 2 },
  );
  await database.drop();
  expect({ missing, twice, unrecorded, recipients }).toEqual({ missing: 0, twice: 0, unrecorded: 0, recipients: 90 });
  expect(copies, 'at most the email that was on its way at each kill').toBeLessThanOrEqual(kills);
});
