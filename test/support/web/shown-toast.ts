import { dismissToast, readToast, type Toast } from '#web/ui/toast/toast.ts';

/** Reads the toast on screen, if there is one. */
export function shownToast(): Toast | undefined {
  const { title, description, tone = 'default', isOpen } = readToast() ?? { title: '', isOpen: false };
  return isOpen ? { title, ...(description === undefined ? {} : { description }), tone } : undefined;
}

/** Dismisses the toast of an earlier test. */
export const clearToast = (): void => dismissToast(readToast()?.id ?? 0);
