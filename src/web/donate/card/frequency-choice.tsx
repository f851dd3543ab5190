import type { JSX } from 'react';
import { useIsSignedIn } from '#web/session/index.ts';
import { updateDraft } from '../draft/draft-store.ts';
import type { Frequency } from '../draft/draft.ts';

/** One-time or monthly. Monthly requires an account, which visitors learn before they press Donate (spec-readings, Donations). */
export function FrequencyChoice({ frequency }: { frequency: Frequency }): JSX.Element {
  const isSignedIn = useIsSignedIn();
  return (
    <fieldset className="min-w-0" aria-describedby={frequency === 'monthly' ? noteId : undefined}>
      <legend className="font-bold">How often</legend>
      <div className="frequency-choice">
        <FrequencyOption value="once" label="One-time" chosen={frequency} />
        <FrequencyOption value="monthly" label="Monthly" chosen={frequency} />
      </div>
      <p id={noteId} role="status" className="frequency-note">
        {frequency === 'monthly' && (isSignedIn ? monthlyTerms : monthlyNeedsAccount)}
      </p>
    </fieldset>
  );
}

const noteId = 'frequency-note';

const monthlyNeedsAccount =
  "Monthly giving requires an account. We'll ask you to sign in next, and we'll keep your basket.";

const monthlyTerms =
  'Your card is charged today and then once a month. You can change, pause or cancel your gift in your account at any time.';

function FrequencyOption({
  value,
  label,
  chosen,
}: {
  value: Frequency;
  label: string;
  chosen: Frequency;
}): JSX.Element {
  return (
    <label className="frequency-option">
      <input
        type="radio"
        name="frequency"
        value={value}
        checked={value === chosen}
        onChange={() => updateDraft({ kind: 'frequency_chosen', frequency: value })}
      />
      <span>{label}</span>
    </label>
  );
}
