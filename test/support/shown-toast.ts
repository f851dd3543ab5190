import { dismissToast, readToast, type Toast } from '#web/ui/toast.ts';

/** What the toast that stands says; undefined when none does. */
export function shownToast(): Toast | undefined {
  const { title, description, tone = 'default', isOpen } = readToast() ?? { title: '', isOpen: false };
  return isOpen ? { title, ...(description === undefined ? {} : { description }), tone } : undefined;
}

/** Takes away what an earlier test has left. */
export const clearToast = (): void => dismissToast(readToast()?.id ?? 0);
