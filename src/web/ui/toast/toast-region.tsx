import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type HTMLAttributes,
  type JSX,
  type ReactPortal,
} from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../icon.tsx';
import { dismissToast, type ShownToast } from './toast.ts';
import { useSwipe } from './use-swipe.ts';
import { adoptStyles } from '../adopt-styles.ts';
import rules from './toast.css?inline';

adoptStyles(rules);

/** How long a toast is shown (spec 9). */
const durationMs = 5000;

/**
 * Shows the current toast for five seconds; a swipe to the right dismisses it, and F8 moves focus to it (spec 9). The two live
 * regions exist before any toast, so that screen readers announce it: errors immediately, other toasts after current speech.
 * While a dialog is open, the region is inside it, because everything outside is hidden and inert.
 */
export default function ToastRegion({ toast }: { readonly toast: ShownToast | undefined }): ReactPortal {
  const card = toast?.isOpen === true && <ToastCard key={toast.id} toast={toast} />;
  const isProblem = toast?.tone === 'destructive';
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => void (event.code === 'F8' && region.current?.focus());
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
  return createPortal(
    <section ref={region} className="toast-region" aria-label="Notifications (F8)" tabIndex={-1}>
      <div role="status">{!isProblem && card}</div>
      <div role="alert">{isProblem && card}</div>
    </section>,
    useTopLayer(),
  );
}

/** One toast. Its timer pauses while the visitor points at it, has focus in it, or is in another window. */
function ToastCard({ toast }: { readonly toast: ShownToast }): JSX.Element {
  const { id, title, description, tone } = toast;
  const { isPaused, pauseHandlers } = usePause();
  const swipe = useSwipe(() => dismissToast(id));
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, isPaused]);
  return (
    <div className={`toast ${tone === 'destructive' ? 'toast-destructive' : ''}`} {...pauseHandlers} {...swipe}>
      <p className="toast-title">
        {tone === 'destructive' && <Icon name="warning" />}
        {title}
      </p>
      {description !== undefined && <p className="toast-description">{description}</p>}
      <button type="button" className="dialog-close toast-close" aria-label="Close" onClick={() => dismissToast(id)}>
        <Icon name="close" className="size-5" />
      </button>
    </div>
  );
}

interface Pause {
  readonly isPaused: boolean;
  readonly pauseHandlers: Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>;
}

/** Pauses while the visitor points at an element, has focus in it, or is in another window. */
function usePause(): Pause {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    const handleBlur = (): void => setIsAway(true);
    const handleFocus = (): void => setIsAway(false);
    window.addEventListener('blur', handleBlur);
    window.addEventListener('focus', handleFocus);
    return () => {
      window.removeEventListener('blur', handleBlur);
      window.removeEventListener('focus', handleFocus);
    };
  }, []);
  return {
    isPaused: isPointedAt || hasFocus || isAway,
    pauseHandlers: {
      onPointerEnter: () => setIsPointedAt(true),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: () => setHasFocus(true),
      onBlur: () => setHasFocus(false),
    },
  };
}

/** Returns the open dialog, otherwise the body. Everything outside an open dialog is inert. */
const useTopLayer = (): HTMLElement => useSyncExternalStore(subscribeToDialogs, findTopLayer);

const findTopLayer = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;

function subscribeToDialogs(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}
