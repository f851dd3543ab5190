import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { mealSourceCalls, type MealSourceResponse } from '#contract/calls/meal-sources.ts';
import type { StackItem } from '#domain/donation/basket.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import type { Donation } from '../use-donation.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import rules from './meals-dialog.css?inline';

adoptStyles(rules);

interface MealsDialogProps {
  readonly donation: Donation;
  readonly onClose: () => void;
}

/** Says why the basket provides this many meals. */
export function MealsDialog({ donation, onClose }: MealsDialogProps): JSX.Element {
  const { basket } = donation.draft;
  const meals = donation.figures.meals.slice(2); // without `≈ `
  return (
    <Dialog isOpen onClose={onClose} title={`Why ${meals}?`}>
      <div className="grid gap-4">
        {basket.kind === 'stack' ? (
          <SnackSources snacks={basket.items} />
        ) : (
          <p>A custom amount stands for one meal per US dollar, without the service fee.</p>
        )}
        <p className="text-muted">
          Numbers of meals are estimates. Each charity knows best how to use what it receives.
        </p>
        <div className="dialog-buttons">
          <Button onClick={onClose}>Got it</Button>
        </div>
      </div>
    </Dialog>
  );
}

function SnackSources({ snacks }: { readonly snacks: readonly StackItem[] }): JSX.Element {
  const sources = useQuery({
    queryKey: ['meal-sources'],
    queryFn: ({ signal }) => callEndpoint(mealSourceCalls.listMealSources, { signal }),
    staleTime: 60_000, // staff may change the reasons
  });
  return (
    <QueryView query={sources} loading={<Spinner label="Loading…" />} failure="We couldn't load the reasons.">
      {(known) => (
        <dl className="meal-sources">
          {snacks.map(({ id, name, meals }) => (
            <div key={id}>
              <dt>{`${name}: ${formatCountOf(meals, 'meal')}`}</dt>
              <dd>{sourceOf(id, known)}</dd>
            </div>
          ))}
        </dl>
      )}
    </QueryView>
  );
}

function sourceOf(snackId: number, sources: readonly MealSourceResponse[]): string {
  const source = sources.find(({ id }) => id === snackId)?.source ?? '';
  return source === '' ? 'An estimate from its price.' : source;
}
