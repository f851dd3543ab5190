import './toast.css';
import { useEffect, useRef, type ReactPortal, type JSX } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';
import { dismissToast, type ShownToast } from './toast.ts';
import { usePause } from './use-pause.ts';
import { useSwipe } from './use-swipe.ts';
import { useTopLayer } from './use-top-layer.ts';

/** How long a toast stands (spec 9). */
const durationMs = 5000;

/**
 * Draws the toast that stands: five seconds, away by a swipe to the right, reached by F8 (spec 9). The two places are there
 * before any toast is, so that screen readers speak what appears in them: problems at once, the rest when they are silent.
 * While a dialog is open they are part of it: nobody would see or hear them below it.
 */
export default function ToastRegion({ toast }: { readonly toast: ShownToast | undefined }): ReactPortal {
  const card = toast?.isOpen === true && <ToastCard key={toast.id} toast={toast} />;
  const isProblem = toast?.tone === 'destructive';
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const reach = (event: KeyboardEvent): void => void (event.code === 'F8' && region.current?.focus());
    document.addEventListener('keydown', reach);
    return () => document.removeEventListener('keydown', reach);
  }, []);
  return createPortal(
    <section ref={region} className="toast-region" aria-label="Notifications (F8)" tabIndex={-1}>
      <div role="status">{!isProblem && card}</div>
      <div role="alert">{isProblem && card}</div>
    </section>,
    useTopLayer(),
  );
}

/** One toast. Its time stands still as long as somebody points at it, has focus in it, or looks elsewhere. */
function ToastCard({ toast }: { readonly toast: ShownToast }): JSX.Element {
  const { id, title, description, tone } = toast;
  const { isPaused, pauses } = usePause();
  const swipe = useSwipe(() => dismissToast(id));
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, isPaused]);
  return (
    <div className={`toast ${tone === 'destructive' ? 'toast-destructive' : ''}`} {...pauses} {...swipe}>
      <p className="toast-title">
        {tone === 'destructive' && <Icon name="warning" />}
        {title}
      </p>
      {description !== undefined && <p className="toast-description">{description}</p>}
      <button type="button" className="toast-close" aria-label="Close" onClick={() => dismissToast(id)}>
        <Icon name="close" className="size-5" />
      </button>
    </div>
  );
}
