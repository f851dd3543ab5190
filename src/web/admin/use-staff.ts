import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { StaffResponse } from '#contract/admin/staff.ts';
import { staffCalls } from '#contract/calls/admin/staff.ts';
import type { Right } from '#domain/staff/rights.ts';
import { callEndpoint } from '#web/api.ts';
import { useHint } from '#web/session/index.ts';

/**
 * The role and rights of the signed-in member of the team, which decide what the pages show; the server checks every call. The call is refused with `forbidden` for everyone else, and with `second_factor_missing` until two-step sign-in is on.
 */
export function useStaff(): UseQueryResult<StaffResponse> {
  const hint = useHint();
  return useQuery({
    queryKey: ['staff', hint],
    queryFn: ({ signal }) => callEndpoint(staffCalls.getStaff, { signal }),
    enabled: hint !== '' && !isDonorHint(hint),
    staleTime: 30_000, // the role may have changed since; the parts of one page share a request
  });
}

/** Whether the signed-in member of the team has a right, for the parts of a page that is open to others too. */
export const useHasRight = (right: Right): boolean => useStaff().data?.rights.includes(right) === true;

/** Whether the signed-in user is known not to be on the team. Then nothing is requested: the response would be a refusal. */
export const useIsDonor = (): boolean => isDonorHint(useHint());

const isDonorHint = (hint: string): boolean => hint.startsWith('donor.');
