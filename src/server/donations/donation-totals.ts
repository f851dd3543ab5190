import type { ImpactResponse, RewardsResponse } from '#contract/donor.ts';
import { toImpactResponse } from './impact/impact.ts';
import { toRewardsResponse, type DonationDay } from './rewards.ts';

/** The parts of a donation that count for impact and rewards. */
interface CountedDonation {
  readonly donated_on: string;
  readonly charity_id: number;
  /** The amount and meals after active reversals, as in `remaining`. */
  readonly remaining_minor: number;
  readonly remaining_meals: number;
}

/** Creates a counter that adds up donations one by one. It gives the same results as `sumImpact` and `findRewards`. */
export function createDonationTotals() {
  const days = new Map<string, DonationDay>(); // one for each day and charity
  const sums = { amount_minor: 0, meals: 0, donations_count: 0 };
  return {
    add: (donation: CountedDonation): void => {
      if (donation.remaining_minor <= 0) return;
      const { donated_on: day, charity_id: charity, remaining_minor: amount, remaining_meals: meals } = donation;
      const before = days.get(`${day} ${charity}`)?.amount_minor ?? 0;
      days.set(`${day} ${charity}`, { donated_on: day, charity_id: charity, amount_minor: before + amount });
      sums.amount_minor += amount;
      sums.meals += meals;
      sums.donations_count += 1;
    },
    impact: (): ImpactResponse => {
      const charities = new Set([...days.values()].map(({ charity_id: charity }) => charity));
      return toImpactResponse({ ...sums, charities_count: charities.size });
    },
    rewards: (today: string): RewardsResponse => toRewardsResponse([...days.values()], today),
  };
}
