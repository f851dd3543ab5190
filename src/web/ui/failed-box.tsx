import type { JSX } from 'react';
import { moveFocusTo } from '#web/layout/scroll-to-section.ts';
import { Button } from './button.tsx';

interface FailedBoxProps {
  /** What did not come, as the spec says it. */
  readonly text: string;
  readonly onRetry: () => void;
}

/** Stands where data should be that did not come, and offers another try. The try takes the box away, and focus to the heading. */
export const FailedBox = ({ text, onRetry }: FailedBoxProps): JSX.Element => (
  <div role="alert" className="flex flex-wrap items-center gap-4 rounded-card bg-tint p-4">
    <img src="/art/broken-biscuit.svg" alt="" width="96" height="72" className="h-auto w-24" />
    <p className="grow basis-44 font-bold">{text}</p>
    <Button
      tone="secondary"
      onClick={({ currentTarget }) => {
        leadToHeading(currentTarget);
        onRetry();
      }}
    >
      Try Again
    </Button>
  </div>
);

/** Leads keyboard and reader to the heading of what an element is part of. */
function leadToHeading(element: Element): void {
  const heading = element
    .closest(':is(section, article):has(h1, h2, h3), main')
    ?.querySelector<HTMLElement>('h1, h2, h3');
  if (heading) moveFocusTo(heading);
}
