/** A short message that comes and goes at the foot of the page. */
export interface Toast {
  readonly title: string;
  readonly description?: string;
  /** `destructive` for something that went wrong; it is announced at once. */
  readonly tone?: 'default' | 'destructive';
}

/** The toast that is shown, or was shown last. */
export interface ShownToast extends Toast {
  readonly id: number;
  readonly isOpen: boolean;
}

/** A dismissed toast is forgotten after this long (spec 9). */
const forgetDelayMs = 1_000_000;

let shown: ShownToast | undefined;
let toastsMade = 0;
const listeners = new Set<() => void>();

/** Shows a toast in the place of any other: there is one at a time (spec 9). */
export function showToast(toast: Toast): void {
  toastsMade += 1;
  change({ ...toast, id: toastsMade, isOpen: true });
}

/** Takes a toast away; nothing happens when another has taken its place. */
export function dismissToast(id: number): void {
  if (shown?.id !== id || !shown.isOpen) return;
  change({ ...shown, isOpen: false });
  setTimeout(() => shown?.id === id && change(undefined), forgetDelayMs);
}

/** The toast that stands now. */
export const readToast = (): ShownToast | undefined => shown;

/** Calls back after every change; the answer ends it. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: ShownToast | undefined): void {
  shown = next;
  listeners.forEach((listener) => listener());
}
