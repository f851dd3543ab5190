import { useQueryClient } from '@tanstack/react-query';
import { useStaff } from '../use-staff.ts';

/** The cache entries of everything about payouts. */
export const payoutsKey = ['admin', 'payouts'] as const;

/** Loads everything about payouts again, after something has changed. */
export function useReloadPayouts(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: payoutsKey });
}

/** Whether the signed-in member of the team may change anything here. */
export const useMayManagePayouts = (): boolean => useStaff().data?.rights.includes('managePayouts') === true;
