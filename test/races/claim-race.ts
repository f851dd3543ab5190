import type { Deps } from '#server/deps.ts';
import { insertPastDonations } from '../support/payments/past-donations.ts';
import { signIn } from '../support/accounts/signed-in.ts';
import type { TwoApps } from './two-apps.ts';

/** A way to claim a donation: the product's, or a planted one that the race must catch. */
export type Claim = (
  deps: Deps,
  donationId: string,
  donorId: string,
) => Promise<{ readonly code: 'claimed' | 'donation_not_found' }>;

/** The outcomes of a race, counted over its donations. */
export interface ClaimRace {
  /** Exactly one claim succeeded, and its donor owns the donation. */
  readonly wonOnce: number;
  /** Several claims succeeded. */
  readonly wonSeveralTimes: number;
  /** No claim succeeded, or the donation belongs to a donor other than the winner. */
  readonly lost: number;
}

/** For each donation, has eight donors, four at each server, claim it at the same moment. */
export async function raceClaims({ first, second }: TwoApps, donationCount: number, claim: Claim): Promise<ClaimRace> {
  const rows = Array.from({ length: donationCount }, () => ({}));
  const donations = await insertPastDonations(first.deps, rows);
  const claimers: { readonly donorId: string; readonly deps: Deps }[] = [];
  while (claimers.length < claimerCount) {
    const { user } = await signIn(first);
    claimers.push({ donorId: user.id, deps: claimers.length % 2 === 0 ? first.deps : second.deps });
  }
  const winners = new Map<string, string[]>();
  for (const { id } of donations) {
    const results = await Promise.all(claimers.map(({ deps, donorId }) => claim(deps, id, donorId)));
    winners.set(
      id,
      claimers.filter((_, index) => results[index]?.code === 'claimed').map(({ donorId }) => donorId),
    );
  }
  return countOutcomes(winners, await readOwners(first.deps));
}

const claimerCount = 8;

async function readOwners({ db }: Deps): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.read.selectFrom('donations').select(['id', 'donor_id']).execute();
  return new Map(rows.map((row) => [row.id, row.donor_id]));
}

function countOutcomes(
  winners: ReadonlyMap<string, readonly string[]>,
  owners: ReadonlyMap<string, string | null>,
): ClaimRace {
  const outcomes = Array.from(winners, ([id, [winner, ...others]]) => {
    if (others.length > 0) return 'wonSeveralTimes';
    return winner !== undefined && winner === owners.get(id) ? 'wonOnce' : 'lost';
  });
  const count = (outcome: keyof ClaimRace): number => outcomes.filter((candidate) => candidate === outcome).length;
  return { wonOnce: count('wonOnce'), wonSeveralTimes: count('wonSeveralTimes'), lost: count('lost') };
}
