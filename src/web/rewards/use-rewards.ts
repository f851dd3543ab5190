import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { donorEndpoints } from '#contract/donor-endpoints.ts';
import type { RewardsAnswer } from '#contract/donor.ts';
import { badgeIds } from '#domain/rewards/badges.ts';
import type { Rewards } from '#domain/rewards/rewards.ts';
import { callEndpoint } from '#web/api.ts';
import { useUser } from '#web/session/index.ts';

/** The donor's streak, points and badges. Asked for only when somebody is signed in (spec 4). */
export function useRewards(): UseQueryResult<Rewards> {
  const { user } = useUser();
  return useQuery({
    queryKey: ['rewards', user?.id],
    queryFn: async ({ signal }) => toRewards(await callEndpoint(donorEndpoints.getRewards, { signal })),
    enabled: user !== null,
  });
}

/** Badges in the catalogue's order; an id that this page does not know yet is left out. */
const toRewards = ({ streak, points, badges }: RewardsAnswer): Rewards => ({
  streak,
  points,
  badges: badgeIds.filter((id) => badges.includes(id)),
});
