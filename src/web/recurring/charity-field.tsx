import { useId, type JSX } from 'react';
import { useCharities } from '#web/donate/index.ts';
import { Button } from '#web/ui/button.tsx';
import type { Plan } from './plan.ts';

interface CharityFieldProps {
  readonly plan: Plan;
  readonly charityId: number;
  readonly onChange: (charityId: number) => void;
}

/** Whom the gift is for. Its own charity stands to be chosen from the start, the others once they are here. */
export function CharityField({ plan, charityId, onChange }: CharityFieldProps): JSX.Element {
  const id = useId();
  const { data: charities, isError, isFetching, refetch } = useCharities();
  const own = { id: plan.charityId, name: plan.charityName };
  const others = charities?.filter((charity) => charity.id !== own.id) ?? [];
  return (
    <div>
      <label htmlFor={id} className="font-bold">
        Charity
      </label>
      <select
        id={id}
        className="plan-field"
        value={charityId}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {[own, ...others].map((charity) => (
          <option key={charity.id} value={charity.id}>
            {charity.name}
          </option>
        ))}
      </select>
      {isError && !isFetching && (
        <p role="alert" className="mt-2">
          We could not load the other charities.{' '}
          <Button tone="quiet" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
    </div>
  );
}
