import type { JSX } from 'react';
import { Button } from './button.tsx';

interface FailedBoxProps {
  /** What did not come, as the spec says it. */
  readonly text: string;
  readonly onRetry: () => void;
}

/** Stands where data should be that did not come, and offers another try. */
export const FailedBox = ({ text, onRetry }: FailedBoxProps): JSX.Element => (
  <div role="alert" className="flex flex-wrap items-center gap-4 rounded-card bg-tint p-4">
    <img src="/art/broken-biscuit.svg" alt="" width="96" height="72" className="h-auto w-24" />
    <p className="grow basis-44 font-bold">{text}</p>
    <Button tone="secondary" onClick={onRetry}>
      Try Again
    </Button>
  </div>
);
