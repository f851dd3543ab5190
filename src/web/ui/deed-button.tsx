import { useState, type ComponentProps, type JSX } from 'react';
import { Button } from './button.tsx';

interface DeedButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** The deed. It tells by itself what went wrong. */
  readonly run: () => Promise<void>;
  /** What the button says while it is under way. */
  readonly busyText: string;
}

/** A button with a deed that takes its time. Meanwhile it keeps the focus, unlike a disabled one, and takes no second press. */
export function DeedButton({ run, busyText, children, ...button }: DeedButtonProps): JSX.Element {
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    await run().finally(() => setIsBusy(false));
  };
  return (
    <Button {...button} aria-disabled={isBusy} onClick={() => void handleClick()}>
      {isBusy ? busyText : children}
    </Button>
  );
}
