import { useId, type JSX } from 'react';
import { useCharities } from '#web/donate/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { noCharity } from './plan-change.ts';
import type { Plan } from './plan.ts';

interface CharityFieldProps {
  readonly plan: Plan;
  readonly charityId: number;
  readonly problem: string | undefined;
  readonly onChange: (charityId: number) => void;
}

/**
 * Offers the plan's own charity immediately, and the others when they have loaded. If the plan's charity was retired, the donor
 * has to choose another one.
 */
export function CharityField({ plan, charityId, problem, onChange }: CharityFieldProps): JSX.Element {
  const id = useId();
  const { data: charities, isError, refetch } = useCharities();
  const first = plan.waitsForCharity
    ? { id: noCharity, name: 'Choose a charity' }
    : { id: plan.charityId, name: plan.charityName };
  const others = charities?.filter((charity) => charity.id !== plan.charityId) ?? [];
  const isOffered = others.some((charity) => charity.id === charityId); // it may have been retired since
  return (
    <div>
      <label htmlFor={id} className="font-bold">
        Charity
      </label>
      <select
        id={id}
        name="charityId"
        className="plan-field"
        value={isOffered ? charityId : first.id}
        onChange={({ target }) => onChange(Number(target.value))}
        aria-invalid={problem !== undefined}
        aria-describedby={plan.waitsForCharity ? `${id}-problem` : undefined}
      >
        {[first, ...others].map((charity) => (
          <option key={charity.id} value={charity.id}>
            {charity.name}
          </option>
        ))}
      </select>
      {plan.waitsForCharity && <FieldProblem id={`${id}-problem`} sentence={problem} />}
      {isError && (
        <p role="alert" className="mt-2">
          We couldn&apos;t load the other charities.{' '}
          <Button tone="quiet" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
    </div>
  );
}
