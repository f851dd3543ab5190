/** A short message at the bottom of the screen, on phones at the top. It disappears on its own. */
export interface Toast {
  readonly title: string;
  readonly description?: string;
  /** `destructive` is for something that went wrong, and is announced immediately. */
  readonly tone?: 'default' | 'destructive';
}

/** The toast that is shown, or was shown last. */
export interface ShownToast extends Toast {
  readonly id: number;
  readonly isOpen: boolean;
}

/** A dismissed toast is removed from memory after this long (spec 9). */
const forgetDelayMs = 1_000_000;

let shown: ShownToast | undefined;
let toastCount = 0;
const listeners = new Set<() => void>();

/** Shows a toast, replacing the current one: there is one at a time (spec 9). */
export function showToast(toast: Toast): void {
  toastCount += 1;
  change({ ...toast, id: toastCount, isOpen: true });
}

/** Dismisses a toast, unless another one has already replaced it. */
export function dismissToast(id: number): void {
  if (shown?.id !== id || !shown.isOpen) return;
  change({ ...shown, isOpen: false });
  setTimeout(() => shown?.id === id && change(undefined), forgetDelayMs);
}

/** Returns the current toast. */
export const readToast = (): ShownToast | undefined => shown;

/** Calls the listener after every change. Returns the function that unsubscribes. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: ShownToast | undefined): void {
  shown = next;
  listeners.forEach((listener) => listener());
}
