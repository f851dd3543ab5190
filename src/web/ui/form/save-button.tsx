import type { JSX } from 'react';
import { Button } from '../button.tsx';

interface SaveButtonProps {
  readonly isSaving: boolean;
  readonly children: string;
  /** The label while saving. */
  readonly savingText?: string;
  readonly className?: string;
  readonly tone?: 'primary' | 'secondary';
}

/** A form's submit button. While saving it is `aria-disabled` rather than disabled, so that it keeps the focus. */
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
