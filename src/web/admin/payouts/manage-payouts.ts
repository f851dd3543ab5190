import { useQueryClient } from '@tanstack/react-query';
import { useStaff } from '../use-staff.ts';

/** Start of the cache keys of everything about payouts. */
export const payoutsKey = ['admin', 'payouts'] as const;

/** Loads everything about payouts again, after something has changed. */
export function useReloadPayouts(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: payoutsKey });
}

/** Whether the signed-in staff member has the right to manage payouts. */
export const useCanManagePayouts = (): boolean => useStaff().data?.rights.includes('managePayouts') === true;
