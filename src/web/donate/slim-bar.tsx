import './slim-bar.css';
import type { JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { describePieces, rhythmOf } from './draft.ts';
import { Figure } from './figure.tsx';
import type { Donation } from './use-donation.ts';

/** The gift in one line at the foot of a phone's screen, while the snacks are in view; Donate opens the review step. */
export function SlimBar({ donation, onDonate }: { donation: Donation; onDonate: () => void }): JSX.Element {
  const pieces = describePieces(donation.draft.basket);
  return (
    <div className="slim-bar-place">
      {pieces !== '' && (
        <div role="region" aria-label="Your donation so far" className="slim-bar">
          <p className="flex-1">
            <Figure text={pieces} />
            <span aria-hidden="true"> · </span>
            <Figure text={donation.figures.total} className="font-extrabold" />
            {rhythmOf(donation.draft.frequency)}
          </p>
          <Button tone="primary" disabled={!donation.canDonate} onClick={onDonate}>
            Donate
          </Button>
        </div>
      )}
    </div>
  );
}
