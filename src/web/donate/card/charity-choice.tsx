import { useId, type ChangeEvent, type JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { updateDraft } from '../draft/draft-store.ts';
import type { Donation } from '../use-donation.ts';
import { PriceNotice } from './price-lines.tsx';

/** The charity of the draft, or a box with Try Again if the charities could not be loaded. */
export function CharityChoice({ donation }: { donation: Donation }): JSX.Element {
  const id = useId();
  const { charities } = donation;
  if (charities.status === 'failed') return <CharitiesFailed onRetry={charities.retry} />;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-bold">
        Charity
      </label>
      <CharitySelect id={id} donation={donation} />
    </div>
  );
}

/** Picks the charity of the draft. The prompt's value is `none`, because an option's value may not be empty (spec 5). */
export function CharitySelect({ id, donation }: { id: string; donation: Donation }): JSX.Element {
  const { charities, charity, draft } = donation;
  const handleChange = ({ target }: ChangeEvent<HTMLSelectElement>): void =>
    updateDraft({ kind: 'charity_chosen', charityId: target.value === 'none' ? 'none' : Number(target.value) });
  const isGone = charities.status === 'ready' && !charity && typeof draft.charityId === 'number';
  return (
    <>
      <select
        id={id}
        required
        className="choice-select"
        value={charity?.id ?? 'none'}
        onChange={handleChange}
        disabled={charities.status === 'loading'}
      >
        <option value="none">{charities.status === 'loading' ? 'Loading charities…' : 'Select a charity'}</option>
        {charities.status === 'ready' &&
          charities.items.map(({ id: charityId, name }) => (
            <option key={charityId} value={charityId}>
              {name}
            </option>
          ))}
      </select>
      <PriceNotice text={isGone ? 'The charity you chose takes no new donations. Please choose another one.' : ''} />
    </>
  );
}

const CharitiesFailed = ({ onRetry }: { onRetry: () => void }): JSX.Element => (
  <div role="alert" className="grid gap-2">
    <p className="font-bold">{"We couldn't load the charities. Nothing was charged."}</p>
    <Button tone="secondary" onClick={onRetry}>
      Try Again
    </Button>
  </div>
);
