import type { JSX } from 'react';
import { Button } from '../button.tsx';
import { moveFocusTo } from '../scroll-to-section.ts';
import { brokenBiscuit } from './broken-biscuit.ts';

interface FailedBoxProps {
  readonly text: string;
  readonly onRetry: () => void;
}

/** Says that something did not load and offers to try again. A retry removes the box, so focus moves to the heading first. */
export const FailedBox = ({ text, onRetry }: FailedBoxProps): JSX.Element => (
  <div role="alert" className="flex flex-wrap items-center gap-4 rounded-card bg-tint p-4">
    <img src={brokenBiscuit} alt="" width="96" height="72" className="h-auto w-24" />
    <p className="grow basis-44 font-bold">{text}</p>
    <Button
      tone="secondary"
      onClick={({ currentTarget }) => {
        focusHeadingOf(currentTarget);
        onRetry();
      }}
    >
      Try Again
    </Button>
  </div>
);

/** Focuses the heading of the section that contains the element. */
function focusHeadingOf(element: Element): void {
  const heading = element
    .closest(':is(section, article):has(h1, h2, h3), main')
    ?.querySelector<HTMLElement>('h1, h2, h3');
  if (heading) moveFocusTo(heading);
}
