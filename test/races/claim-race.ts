import type { Deps } from '#server/deps.ts';
import { insertPastDonations } from '#test/support/past-donations.ts';
import { signIn } from '#test/support/signed-in.ts';
import type { TwoApps } from './two-apps.ts';

/** A way to claim a donation: the product's own, or a planted one that the race must catch. */
export type Claim = (
  deps: Deps,
  donationId: string,
  donorId: string,
) => Promise<{ readonly code: 'claimed' | 'donation_not_found' }>;

/** How the donations of a race ended, counted. */
export interface ClaimRace {
  /** Exactly one donor was told of the claim, and owns the donation. */
  readonly wonOnce: number;
  /** Several donors were told that the donation is theirs. */
  readonly wonSeveralTimes: number;
  /** Nobody was told so, or the donation belongs to another than who was. */
  readonly lost: number;
}

/** Lets eight donors, half of them at each server, claim every one of so many donations at the same moment. */
export async function raceClaims({ first, second }: TwoApps, donationsCount: number, claim: Claim): Promise<ClaimRace> {
  const wanted = Array.from({ length: donationsCount }, () => ({}));
  const donations = await insertPastDonations(first.deps, wanted);
  const claimers: { readonly donorId: string; readonly deps: Deps }[] = [];
  while (claimers.length < claimersCount) {
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
  return countEnds(winners, await readOwners(first.deps));
}

const claimersCount = 8;

async function readOwners({ db }: Deps): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.read.selectFrom('donations').select(['id', 'donor_id']).execute();
  return new Map(rows.map((row) => [row.id, row.donor_id]));
}

function countEnds(
  winners: ReadonlyMap<string, readonly string[]>,
  owners: ReadonlyMap<string, string | null>,
): ClaimRace {
  const ends = Array.from(winners, ([id, [winner, ...others]]) => {
    if (others.length > 0) return 'wonSeveralTimes';
    return winner !== undefined && winner === owners.get(id) ? 'wonOnce' : 'lost';
  });
  const count = (end: keyof ClaimRace): number => ends.filter((candidate) => candidate === end).length;
  return { wonOnce: count('wonOnce'), wonSeveralTimes: count('wonSeveralTimes'), lost: count('lost') };
}
