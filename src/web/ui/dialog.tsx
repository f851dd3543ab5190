import { useId, useLayoutEffect, useRef, type JSX, type ReactNode } from 'react';
import { adoptStyles } from './adopt-styles.ts';
import rules from './dialog.css?inline';
import { Icon } from './icon.tsx';

adoptStyles(rules);

interface DialogProps {
  readonly isOpen: boolean;
  /** Called for Escape, a press outside the dialog and the close button. */
  readonly onClose: () => void;
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  /** `dialog-sheet` slides it in from the right. */
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A modal dialog, built on the `dialog` element: the page behind is inert and does not scroll, Escape closes it, and focus
 * moves to the first control and later back to the opener. The close button comes last, so that it does not receive that
 * focus.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  role = 'dialog',
  className = '',
  children,
}: DialogProps): JSX.Element {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (isOpen) dialog?.showModal();
    return () => dialog?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialogRef}
      role={role}
      aria-labelledby={titleId}
      aria-modal="true"
      className={`dialog ${className}`}
      onCancel={({ target, currentTarget }) => target === currentTarget && onClose()} // a file field inside fires it too
      onClose={({ currentTarget }) => currentTarget.open || onClose()} // fires a frame later, when it may be open again
      onPointerDown={(event) => isOnBackdrop(event.currentTarget, event) && onClose()}
    >
      <h2 id={titleId} className="dialog-title">
        {title}
      </h2>
      {children}
      <button type="button" className="dialog-close" aria-label="Close" onClick={onClose}>
        <Icon name="close" />
      </button>
    </dialog>
  );
}

/** Returns true if a press landed on the backdrop, which belongs to the dialog element. */
function isOnBackdrop(
  dialog: HTMLElement,
  { target, clientX: x, clientY: y }: { readonly target: EventTarget; clientX: number; clientY: number },
): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (x < left || x > right || y < top || y > bottom);
}
