import type { JSX } from 'react';
import * as z from 'zod/mini';
import { bookMovementRequest } from '#contract/admin/money/balances.ts';
import { accountName } from '#domain/ledger/account-name.ts';
import { accountsFor } from '#domain/ledger/movement-accounts.ts';
import { SelectField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import type { Movement } from './use-balances.ts';
import { providerNames } from '../ui/provider-names.ts';
import { useBookMovement } from './use-balances.ts';

const bookForm = z.pick(bookMovementRequest, { account: true, reason: true });

interface BookDialogProps {
  readonly movement: Movement;
  readonly onClose: () => void;
}

/** Books a movement to a suitable account, with a reason. */
export function BookDialog({ movement, onClose }: BookDialogProps): JSX.Element {
  const book = useBookMovement();
  return (
    <ActionDialog
      isOpen
      title="Book this movement?"
      schema={bookForm}
      action="Book"
      busyText="Booking…"
      run={async (form) => book({ provider: movement.provider, movementId: movement.movementId, ...form })}
      onDone={onClose}
      onClose={onClose}
      fields={accountFieldOf(movement.amount)}
    >
      <p>{describe(movement)}</p>
    </ActionDialog>
  );
}

const describe = ({ provider, kind, amount, currency }: Movement): string =>
  `${providerNames[provider]} ${amount < 0 ? 'took' : 'added'} ${formatDecimal(Math.abs(amount), currency)} (${kind.replaceAll('_', ' ')}). It is posted to the ledger once, between what ${providerNames[provider]} holds and the account that you choose, and stays there.`;

/** A field with the accounts that are suitable for the amount. */
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
