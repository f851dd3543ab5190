import { useState, type JSX } from 'react';
import {
  bankAccountDecisionRequest,
  type BankAccountResponse,
  type CharityResponse,
  type ProposedDetails,
} from '#contract/admin/money/bank-accounts.ts';
import { bankAccountCalls } from '#contract/calls/admin/money/bank-accounts.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { ActionDialog } from '#web/admin/ui/action-dialog.tsx';
import { DataTable, type Column } from '#web/admin/ui/data-table.tsx';
import { StatusPill } from '#web/admin/ui/status-pill.tsx';
import { NewBankAccount } from './new-bank-account.tsx';
import { ourCharityId, useCanManagePayouts, useReloadPayouts } from '../manage-payouts.ts';

/** Exported here, so that it loads in the same script as the bank accounts. */
export { CharityPayouts } from './charity-payouts.tsx';

/** The bank accounts in force, and the proposed ones that wait for a second person. */
export function BankAccounts({ charity }: { readonly charity: CharityResponse }): JSX.Element {
  const canManage = useCanManagePayouts();
  const [isNew, setIsNew] = useState(false);
  const [decided, setDecided] = useState<BankAccountResponse>();
  const isOurs = charity.id === ourCharityId;
  return (
    <section aria-labelledby="accounts">
      <div className="payouts-head">
        <h2 id="accounts">Bank accounts</h2>
        {canManage && (
          <Button tone="secondary" onClick={() => setIsNew(true)}>
            Enter bank account…
          </Button>
        )}
      </div>
      <DataTable
        caption="Bank accounts"
        columns={columnsOf(isOurs, canManage ? setDecided : undefined)}
        rows={charity.accounts}
        keyOf={({ id }) => id}
        empty="No bank accounts yet."
      />
      <NewBankAccount charityId={charity.id} isOpen={isNew} onClose={() => setIsNew(false)} />
      {decided && <DecideAccount account={decided} isOurs={isOurs} onClose={() => setDecided(undefined)} />}
    </section>
  );
}

const columnsOf = (
  isOurs: boolean,
  decide: ((account: BankAccountResponse) => void) | undefined,
): readonly Column<BankAccountResponse>[] => [
  {
    name: 'Account',
    hasLongWords: true,
    cell: ({ holder, country, lastFour }) => (
      <>
        {`${holder}, ${country}, `}
        <span className="whitespace-nowrap">…{lastFour}</span>
      </>
    ),
  },
  { name: 'Currency', cell: ({ currency }) => currency },
  {
    name: 'Status',
    cell: ({ status }) =>
      status === 'proposed' ? (
        <StatusPill tone="attention">Waiting for approval</StatusPill>
      ) : (
        <StatusPill tone="good">In force</StatusPill>
      ),
  },
  {
    name: 'Entered',
    cell: ({ proposedBy, proposedAt }) => `${formatMoment(new Date(proposedAt))} by ${proposedBy}`,
  },
  ...(isOurs ? [] : [payoutsFrom]),
  {
    name: 'Decision',
    cell: (account) =>
      decide && account.status === 'proposed' ? (
        <Button tone="quiet" onClick={() => decide(account)}>
          Decide…
        </Button>
      ) : (
        '–'
      ),
  },
];

/** The column that says when payouts to the account can begin. */
const payoutsFrom: Column<BankAccountResponse> = {
  name: 'Payouts from',
  cell: ({ payableFrom }) => (payableFrom === null ? '–' : formatMoment(new Date(payableFrom))),
};

interface DecideAccountProps {
  readonly account: BankAccountResponse;
  readonly isOurs: boolean;
  readonly onClose: () => void;
}

function DecideAccount({ account, isOurs, onClose }: DecideAccountProps): JSX.Element {
  const { id, holder, country, details, isOwnProposal, mayWaive } = account;
  const canOnlyReject = isOwnProposal && !mayWaive;
  const reload = useReloadPayouts();
  return (
    <ActionDialog
      isOpen
      title={canOnlyReject ? 'Reject this account?' : 'Use this bank account?'}
      schema={bankAccountDecisionRequest}
      action="Confirm"
      busyText="Saving…"
      run={(request) =>
        callEndpoint(bankAccountCalls.decideBankAccount, { params: { id }, body: { ...request, waive: mayWaive } })
      }
      onDone={() => {
        onClose();
        reload();
      }}
      onClose={onClose}
      fields={canOnlyReject ? rejectionField : decisionField}
    >
      <p>{`${holder}, ${country}. ${isOurs ? ourCheck : charityCheck}`}</p>
      {details && <Details details={details} />}
      {canOnlyReject && <p>You entered this bank account, so someone else has to approve it.</p>}
      {mayWaive && (
        <p>
          You entered this bank account, and no one else on the team can approve it. If you approve it, you waive the
          second person, and the audit log will show that.
        </p>
      )}
    </ActionDialog>
  );
}

const ourCheck = 'Compare every detail with the records of our bank.';

const charityCheck =
  'Compare every detail with what the charity sent you. Payouts to this account can begin 48 hours after the approval.';

const Details = ({ details }: { readonly details: ProposedDetails }): JSX.Element => (
  <dl className="my-4 grid gap-2">
    {detailNames.map(([key, name]) => {
      const value = details[key];
      return (
        value !== null && (
          <div key={key}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-bold">{groupByFour(value)}</dd>
          </div>
        )
      );
    })}
  </dl>
);

const detailNames = [
  ['iban', 'IBAN'],
  ['accountNumber', 'Account number'],
  ['routingNumber', 'Routing number'],
  ['bic', 'BIC'],
] as const;

/** Splits a number into groups of four, as on a bank statement, so that each character can be compared. */
const groupByFour = (text: string): string => text.replaceAll(/.{4}(?=.)/g, '$& ');

/** A field with both choices. A person who can only reject the account gets `rejectionField` instead. */
const decisionField = (problems: Problems): JSX.Element => (
  <SelectField id="decision" name="decision" label="Decision" problem={problems['decision']}>
    <option value="approve">Approve</option>
    <option value="reject">Reject</option>
  </SelectField>
);

const rejectionField = (problems: Problems): JSX.Element => (
  <SelectField id="decision" name="decision" label="Decision" problem={problems['decision']}>
    <option value="reject">Reject</option>
  </SelectField>
);
