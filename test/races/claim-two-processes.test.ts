import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertPastDonations } from '../support/payments/past-donations.ts';
import { registration } from '../support/accounts/signed-in.ts';
import { startTwoServers, type TwoServers } from './two-servers.ts';

/** A signed-in donor who claims at one of the servers. */
interface Claimer {
  readonly id: string;
  claim(donationId: string): Promise<number>;
}

const donationCount = 500;

describe('two server processes on one PostgreSQL database', () => {
  let servers: TwoServers;
  let claimers: readonly Claimer[];

  beforeAll(async () => {
    servers = await startTwoServers();
    const addresses = Array.from({ length: 4 }, () => servers.urls).flat();
    claimers = await Promise.all(addresses.map((url) => signInAt(url, servers.deps.config.publicUrl)));
  });
  afterAll(() => servers.close());

  test('each of 500 donations, claimed by eight donors at once, belongs to the one whose claim succeeded', async () => {
    const rowsToInsert = Array.from({ length: donationCount }, () => ({}));
    const donations = await insertPastDonations(servers.deps, rowsToInsert);
    const winners = new Map<string, string | undefined>();
    for (const { id } of donations) {
      const statuses = await Promise.all(claimers.map((claimer) => claimer.claim(id)));
      expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
      winners.set(id, claimers[statuses.indexOf(200)]?.id);
    }
    const rows = await servers.deps.db.read.selectFrom('donations').select(['id', 'donor_id']).execute();
    expect(new Map(rows.map((row) => [row.id, row.donor_id]))).toEqual(winners);
  });
});

async function signInAt(url: string, origin: string): Promise<Claimer> {
  const headers = { origin, 'content-type': 'application/json' };
  const body = JSON.stringify(registration());
  const registered = await fetch(`${url}/api/register`, { method: 'POST', headers, body });
  if (registered.status !== 200) throw new Error(`the registration failed: ${await registered.text()}`);
  const { id } = (await registered.json()) as { id: string };
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return {
    id,
    claim: async (donationId) => {
      const response = await fetch(`${url}/api/donations/${donationId}/claim`, {
        method: 'PATCH',
        headers: { origin, cookie },
      });
      await response.arrayBuffer(); // frees the connection
      return response.status;
    },
  };
}
