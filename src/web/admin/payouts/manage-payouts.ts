import { useQueryClient } from '@tanstack/react-query';
import { useHasRight } from '../use-staff.ts';

/** The id that stands for us where a charity is named. */
export const ourCharityId = 0;

/** The start of all cache keys about payouts. */
export const payoutsKey = ['admin', 'payouts'] as const;

/** Returns a function that reloads everything about payouts. */
export function useReloadPayouts(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: payoutsKey });
}

/** Returns true if the signed-in staff member has the right to manage payouts. */
export const useCanManagePayouts = (): boolean => useHasRight('managePayouts');
