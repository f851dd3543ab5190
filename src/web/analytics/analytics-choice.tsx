import type { JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { decide, useConsent } from './consent.ts';

/** Says whether visits from this browser are counted, and lets the visitor change that. */
export function AnalyticsChoice(): JSX.Element {
  const consent = useConsent();
  return (
    <>
      <p aria-live="polite">{sentences[consent]}</p>
      {consent !== 'off' && (
        <p>
          {consent === 'accepted' ? (
            <Button tone="secondary" onClick={() => decide('declined')}>
              Turn off analytics
            </Button>
          ) : (
            <Button tone="secondary" onClick={() => decide('accepted')}>
              Allow analytics
            </Button>
          )}
        </p>
      )}
    </>
  );
}

const sentences = {
  off: 'Your visits are not being counted.',
  ask: "You haven't decided yet, so your visits are not counted.",
  declined: 'You declined, so your visits are not counted.',
  accepted: 'You accepted, so your visits are counted.',
} as const;
