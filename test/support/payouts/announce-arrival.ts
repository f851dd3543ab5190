/* A separate process that queues the emails about a payout. The environment names the database and the payout. */

import { announceArrival } from '#server/arrival/index.ts';
import { parseConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { systemRandom } from '#server/ids.ts';

const db = openDatabase(
  parseConfig({ DATA_DIR: process.env['DATA_DIR'], DATABASE_URL: process.env['DATABASE_URL'] }),
  () => undefined,
);
const deps = { db, random: systemRandom(), clock: { now: () => new Date() } };
const payload = JSON.stringify({ payoutId: process.env['PAYOUT_ID'] });
await announceArrival(deps as never, { payload } as never);
