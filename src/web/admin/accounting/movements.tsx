import { lazy, useState, type JSX } from 'react';
import type { Movement } from './use-balances.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { useHasRight } from '../use-staff.ts';
import { providerNames } from '../ui/provider-names.ts';

/** Movements that the ledger does not know. Staff with the right can book each of them. */
export function Movements({ movements }: { readonly movements: readonly Movement[] }): JSX.Element {
  const canBook = useHasRight('resolveReview');
  const [chosen, setChosen] = useState<Movement>();
  return (
    <>
      <DataTable
        caption="Movements not in our books"
        columns={canBook ? [...columns, bookColumn(setChosen)] : columns}
        rows={movements}
        keyOf={({ movementId }) => movementId}
        empty="Our books explain everything that moved our balance."
      />
      {chosen && (
        <LazyPart>
          <BookDialog movement={chosen} onClose={() => setChosen(undefined)} />
        </LazyPart>
      )}
    </>
  );
}

const BookDialog = lazy(async () => ({ default: (await import('./book-dialog.tsx')).BookDialog }));

const columns: readonly Column<Movement>[] = [
  { name: 'Type', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { name: 'Description', hasLongWords: true, cell: ({ description }) => description ?? 'None' },
  { name: 'Provider', cell: ({ provider }) => providerNames[provider] },
  { name: 'When', cell: ({ occurredAt }) => formatMoment(new Date(occurredAt)) },
  { name: 'Amount', cell: ({ amount, currency }) => formatDecimal(amount, currency), isFigure: true },
];

const bookColumn = (choose: (movement: Movement) => void): Column<Movement> => ({
  name: 'Decision',
  cell: (movement) => <Button onClick={() => choose(movement)}>Book…</Button>,
});
