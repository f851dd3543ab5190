import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { StaffResponse } from '#contract/admin/staff.ts';
import { staffCalls } from '#contract/calls/admin/staff.ts';
import type { Right } from '#domain/staff/rights.ts';
import { callEndpoint } from '#web/api.ts';
import { useHint } from '#web/session/index.ts';

/**
 * Loads the role and rights of the signed-in member of the team. They decide only what the pages show: the server checks every
 * call. It refuses this one with `forbidden` for everyone else, and with `second_factor_missing` until two-step sign-in is on.
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

/** Returns true if the signed-in member of the team has a right. Used for parts of a page that others can open too. */
export const useHasRight = (right: Right): boolean => useStaff().data?.rights.includes(right) === true;

/** Returns true if the signed-in user is known not to be on the team. Pages then do not ask for the role: it would be refused. */
export const useIsDonor = (): boolean => isDonorHint(useHint());

const isDonorHint = (hint: string): boolean => hint.startsWith('donor.');
