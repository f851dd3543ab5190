import { useId, useLayoutEffect, useRef, type JSX, type ReactNode } from 'react';
import { adoptSheet } from './adopt-sheet.ts';
import rules from './dialog.css?inline';
import { Icon } from './icon.tsx';

adoptSheet(rules);

interface DialogProps {
  readonly isOpen: boolean;
  /** Called for every way out: Escape, a press beside the dialog, the close button. */
  readonly onClose: () => void;
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  /** `dialog-sheet` makes it a sheet from the right. */
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A modal dialog on the browser's own: the page behind is inert and does not scroll, Escape closes, focus goes to the first
 * control inside and back to the opener. The close button comes last, so that it is not where focus lands.
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
      onClose={onClose}
      onPointerDown={(event) => isBeside(event.currentTarget, event) && onClose()}
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

/** Whether a press landed on the dark around a dialog; that area belongs to the dialog element itself. */
function isBeside(
  dialog: HTMLElement,
  press: { readonly target: EventTarget; clientX: number; clientY: number },
): boolean {
  if (press.target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return press.clientX < left || press.clientX > right || press.clientY < top || press.clientY > bottom;
}
