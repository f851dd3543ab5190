import type { JSX } from 'react';
import * as z from 'zod/mini';
import { bankAccountRequest, bankDetailsSentences } from '#contract/admin/money/bank-accounts.ts';
import { bankAccountCalls } from '#contract/calls/admin/money/bank-accounts.ts';
import { currencies } from '#domain/money/currency.ts';
import { parseBankDetails, type BankDetailsProblem } from '#domain/payout/bank-details.ts';
import { callEndpoint } from '#web/api.ts';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '#web/admin/ui/action-dialog.tsx';
import { useReloadPayouts } from '../manage-payouts.ts';

interface NewBankAccountProps {
  /** A charity, or `ourCharityId`. */
  readonly charityId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Enters a bank account, which then waits for approval. */
export function NewBankAccount({ charityId, isOpen, onClose }: NewBankAccountProps): JSX.Element {
  const reload = useReloadPayouts();
  return (
    <ActionDialog
      isOpen={isOpen}
      title="Enter a bank account?"
      schema={accountForm}
      action="Enter bank account"
      busyText="Saving…"
      run={(body) => callEndpoint(bankAccountCalls.proposeBankAccount, { params: { id: String(charityId) }, body })}
      onDone={() => {
        onClose();
        reload();
      }}
      onClose={onClose}
      fields={accountFields}
    >
      <p>
        Someone else has to approve it, if anyone else can; then only its last four characters are shown. It is stored
        encrypted.
      </p>
    </ActionDialog>
  );
}

/** The server checks the details too, but its response does not name the field. */
const accountForm = bankAccountRequest.check(
  z.check(({ value, issues }) => {
    const problem = parseBankDetails(value);
    if (typeof problem !== 'string') return;
    issues.push({
      code: 'custom',
      input: value,
      path: [fieldOfProblem[problem]],
      message: bankDetailsSentences[problem],
    });
  }),
);

const fieldOfProblem: Readonly<Record<BankDetailsProblem, string>> = {
  holder_invalid: 'holder',
  country_invalid: 'country',
  iban_invalid: 'iban',
  iban_or_number: 'iban',
  number_invalid: 'accountNumber',
  routing_invalid: 'routingNumber',
  bank_missing: 'routingNumber',
  bic_invalid: 'bic',
};

const accountFields = (problems: Problems): JSX.Element => (
  <>
    <SelectField id="currency" name="currency" label="Currency" problem={problems['currency']} defaultValue="CAD">
      {Object.entries(currencies).map(([code, { name }]) => (
        <option key={code} value={code}>
          {`${code}, ${name}`}
        </option>
      ))}
    </SelectField>
    {fields.map(({ name, ...field }) => (
      <TextField key={name} id={`account-${name}`} name={name} autoComplete="off" problem={problems[name]} {...field} />
    ))}
  </>
);

const fields = [
  { name: 'holder', label: 'Account holder' },
  { name: 'country', label: 'Country of the bank', hint: 'Two letters, such as CA' },
  { name: 'iban', label: 'IBAN', hint: 'Or the account number below' },
  { name: 'accountNumber', label: 'Account number' },
  { name: 'routingNumber', label: 'Routing number', hint: 'In Canada 0, the institution and the transit number' },
  { name: 'bic', label: 'BIC' },
] as const;
