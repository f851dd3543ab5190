import { useState, type ComponentProps, type JSX } from 'react';
import { Button } from './button.tsx';

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** The action. It reports its own errors. */
  readonly run: () => Promise<void>;
  /** The label while the action runs. */
  readonly busyText: string;
}

/**
 * A button for an asynchronous action. While the action runs, the button is `aria-disabled` rather than disabled, so that it
 * keeps the focus, and it ignores presses.
 */
export function ActionButton({ run, busyText, children, ...button }: ActionButtonProps): JSX.Element {
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
