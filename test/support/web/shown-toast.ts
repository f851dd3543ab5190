import { dismissToast, readToast, type Toast } from '#web/ui/toast/toast.ts';

/** The toast on screen, if there is one. */
export function shownToast(): Toast | undefined {
  const { title, description, tone = 'default', isOpen } = readToast() ?? { title: '', isOpen: false };
  return isOpen ? { title, ...(description === undefined ? {} : { description }), tone } : undefined;
}

/** Dismisses a toast that an earlier test left behind. */
export const clearToast = (): void => dismissToast(readToast()?.id ?? 0);
