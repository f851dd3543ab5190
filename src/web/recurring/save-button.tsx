import type { JSX } from 'react';
import { Button } from '#web/ui/button.tsx';

interface SaveButtonProps {
  readonly isSaving: boolean;
  /** What it says while the deed is under way. */
  readonly savingText: string;
  readonly children: string;
}

/** Sends a form. While that is under way it keeps the focus, unlike a disabled button; the form takes no second press. */
export const SaveButton = ({ isSaving, savingText, children }: SaveButtonProps): JSX.Element => (
  <Button type="submit" aria-disabled={isSaving}>
    {isSaving ? savingText : children}
  </Button>
);
