import type { JSX } from 'react';
import { Button } from './button.tsx';

interface SaveButtonProps {
  readonly isSaving: boolean;
  /** The deed. */
  readonly children: string;
  /** What it says while it is under way. */
  readonly savingText?: string;
  readonly className?: string;
  readonly tone?: 'primary' | 'secondary';
}

/** Sends a form. While that is under way it keeps the focus, unlike a disabled button, and the form takes no second press. */
export const SaveButton = ({
  isSaving,
  children,
  savingText = 'Saving…',
  className = '',
  tone = 'primary',
}: SaveButtonProps): JSX.Element => (
  <Button type="submit" tone={tone} aria-disabled={isSaving} className={`justify-self-start ${className}`}>
    {isSaving ? savingText : children}
  </Button>
);
