import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { bookMovementRequest, type BalancesAnswer } from '#contract/admin/balances.ts';
import { accountName } from '#domain/ledger/account-name.ts';
import { accountsFor } from '#domain/ledger/movement-accounts.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { useHasRight } from '../use-staff.ts';
import { providerNames } from './provider-names.ts';
import { useBookMovement } from './use-balances.ts';

type Movement = BalancesAnswer['movements'][number];

/** Movements that our books do not know, each with the action that books it. */
export function Movements({ movements }: { readonly movements: readonly Movement[] }): JSX.Element {
  const canBook = useHasRight('resolveReview');
  const [chosen, setChosen] = useState<Movement>();
  return (
    <>
      <DataTable
        caption="Movements that our books do not know"
        columns={canBook ? [...columns, bookColumn(setChosen)] : columns}
        rows={movements}
        keyOf={({ movementId }) => movementId}
        empty="Our books explain everything that moved our balance."
      />
      <BookDialog movement={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}

const columns: readonly Column<Movement>[] = [
  { name: 'Type', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { name: 'Description', cell: ({ description }) => description ?? 'None' },
  { name: 'Provider', cell: ({ provider }) => providerNames[provider] },
  { name: 'When', cell: ({ occurredAt }) => formatMoment(new Date(occurredAt)) },
  { name: 'Amount', cell: ({ amount, currency }) => formatDecimal(amount, currency), isFigure: true },
];

const bookColumn = (choose: (movement: Movement) => void): Column<Movement> => ({
  name: 'Decision',
  cell: (movement) => <Button onClick={() => choose(movement)}>Book…</Button>,
});

const bookForm = z.pick(bookMovementRequest, { account: true, reason: true });

interface BookDialogProps {
  readonly movement: Movement | undefined;
  readonly onClose: () => void;
}

function BookDialog({ movement, onClose }: BookDialogProps): JSX.Element {
  const book = useBookMovement();
  return (
    <ActionDialog
      isOpen={movement !== undefined}
      title="Book this movement?"
      schema={bookForm}
      action="Book"
      busyText="Booking…"
      run={async (form) => movement && book({ provider: movement.provider, movementId: movement.movementId, ...form })}
      onDone={onClose}
      onClose={onClose}
      fields={accountFieldOf(movement?.amount ?? 0)}
    >
      {movement && <p>{describe(movement)}</p>}
    </ActionDialog>
  );
}

const describe = ({ provider, kind, amount, currency }: Movement): string =>
  `${providerNames[provider]} ${amount < 0 ? 'took' : 'added'} ${formatDecimal(Math.abs(amount), currency)} (${kind.replaceAll('_', ' ')}). It is posted to the ledger once, between what ${providerNames[provider]} holds and the account that you choose, and stays there.`;

/** The accounts that fit the amount. */
const accountFieldOf = (amount: number) =>
  function accountField(problems: Problems): JSX.Element {
    return (
      <SelectField id="movement-account" name="account" label="Account" problem={problems['account']}>
        {accountsFor(amount).map((account) => (
          <option key={account} value={account}>
            {accountName(account, noCharities)}
          </option>
        ))}
      </SelectField>
    );
  };

const noCharities: ReadonlyMap<number, string> = new Map();
