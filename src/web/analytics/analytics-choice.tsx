import type { JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { decide, useConsent } from './consent-store.ts';

/** Says whether this browser's visits are counted, and lets the visitor change their mind. */
export function AnalyticsChoice(): JSX.Element {
  const consent = useConsent();
  return (
    <>
      <p aria-live="polite">{sentences[consent]}</p>
      {consent !== 'off' && (
        <p>
          {consent === 'accepted' ? (
            <Button tone="secondary" onClick={() => decide('declined')}>
              Stop counting my visits
            </Button>
          ) : (
            <Button tone="secondary" onClick={() => decide('accepted')}>
              Count my visits
            </Button>
          )}
        </p>
      )}
    </>
  );
}

const sentences = {
  off: 'At the moment your visits are not counted.',
  ask: 'You have not decided yet, so your visits are not counted.',
  declined: 'You said no, so your visits are not counted.',
  accepted: 'You said yes, so your visits are counted.',
} as const;
