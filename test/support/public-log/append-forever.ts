/*
 * A separate process that posts donations and appends them to the public log until it is killed. It prints `appended` after each
 * round. The environment names the database.
 */

import { parseConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { systemRandom } from '#server/ids.ts';
import { sequenceLog } from '#server/public-log/index.ts';
import { createEncryption } from '#server/secrets/encryption.ts';
import { postDonation } from '../payouts/ledger-world.ts';

const random = systemRandom();
const db = openDatabase(
  parseConfig({ DATA_DIR: process.env['DATA_DIR'], DATABASE_URL: process.env['DATABASE_URL'] }),
  () => undefined,
);
const clock = { now: () => new Date() };
const encryption = createEncryption([Buffer.alloc(32, 1)], random);
for (;;) {
  for (let number = 0; number < 3; number += 1)
    await postDonation({ db, random, clock } as never, { charityId: 6, currency: 'CAD', amountMinor: 100 });
  await sequenceLog({ db, encryption, random, clock });
  process.stdout.write('appended\n');
}
