import { lastFourOf, type BankDetails } from '#domain/payout/bank-details.ts';
import { bankChangeHoldMs } from '#domain/payout/payout-problem.ts';
import { checkSecondPerson } from '#domain/payout/second-person.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { BankAccountRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { mayWaiveSecondPerson } from '../may-waive.ts';
import { payoutLock } from '../payout-lock.ts';
import { encryptDetails } from './account-details.ts';
import { findAccountInForce, findProposedAccount, type AccountHolder } from './find-accounts.ts';

export type ProposedAccount =
  | { readonly code: 'proposed'; readonly accountId: string }
  | { readonly code: 'not_found' | 'change_waiting' };

/** Enters a bank account. It is not used until it is approved. */
export function proposeAccount(
  deps: Deps,
  actor: StaffMember,
  holder: AccountHolder,
  { details, reason }: { readonly details: BankDetails; readonly reason: string },
): Promise<ProposedAccount> {
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [payoutLock], async (): Promise<ProposedAccount> => {
      if (!(await isKnown(tx, holder))) return { code: 'not_found' };
      if (await findProposedAccount(tx, holder)) return { code: 'change_waiting' };
      const accountId = newId('bac', deps.random);
      await tx
        .insertInto('bank_accounts')
        .values({
          id: accountId,
          charity_id: holder.charityId,
          currency: holder.currency,
          status: 'proposed',
          details: encryptDetails(deps, accountId, details),
          last_four: lastFourOf(details),
          proposed_by: actor.id,
          proposed_at: deps.clock.now().toISOString(),
          decided_by: null,
          decided_at: null,
          payable_from: null,
        })
        .execute();
      await recordAction(deps, tx, {
        actor,
        action: 'bank_account_entered',
        subject: { kind: 'bank_account', id: accountId },
        after: { ...holder, country: details.country, lastFour: lastFourOf(details) },
        reason,
      });
      return { code: 'proposed', accountId };
    }),
  );
}

export interface AccountDecision {
  readonly decision: 'approve' | 'reject';
  readonly isWaived: boolean;
  readonly reason: string;
}

/** `batch_open`: a batch that is not paid yet uses the account that would be replaced. */
export type DecidedAccount =
  | { readonly code: 'in_force' | 'rejected'; readonly isWaived: boolean }
  | { readonly code: 'already_decided'; readonly account: BankAccountRow }
  | { readonly code: 'not_found' | 'second_person_needed' | 'may_waive' | 'batch_open' };

/** Approves or rejects a bank account. An approved one replaces the one in force and can be paid after the hold. */
export function decideAccount(
  deps: Deps,
  actor: StaffMember,
  accountId: string,
  { decision, isWaived, reason }: AccountDecision,
): Promise<DecidedAccount> {
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [payoutLock], async (): Promise<DecidedAccount> => {
      const account = await tx.selectFrom('bank_accounts').selectAll().where('id', '=', accountId).executeTakeFirst();
      if (!account) return { code: 'not_found' };
      if (account.status !== 'proposed') return { code: 'already_decided', account };
      const subject = { kind: 'bank_account', id: accountId } as const;
      if (decision === 'reject') {
        await recordAction(deps, tx, { actor, action: 'bank_account_rejected', subject, reason });
        await decide(deps, tx, account, { status: 'rejected', decided_by: actor.id, payable_from: null });
        return { code: 'rejected', isWaived: false };
      }
      const mayWaive = await mayWaiveSecondPerson(tx, actor.id);
      const second = checkSecondPerson({
        requestedBy: account.proposed_by,
        decidedBy: actor.id,
        isWaived,
        mayWaive,
      });
      if (second === 'refused') return { code: 'second_person_needed' };
      if (second === 'may_waive') return { code: 'may_waive' };
      const replaced = await findAccountInForce(tx, { charityId: account.charity_id, currency: account.currency });
      if (replaced && (await isInOpenBatch(tx, replaced))) return { code: 'batch_open' };
      if (replaced)
        await tx.updateTable('bank_accounts').set({ status: 'replaced' }).where('id', '=', replaced.id).execute();
      const payableFrom = new Date(deps.clock.now().getTime() + bankChangeHoldMs).toISOString();
      await decide(deps, tx, account, { status: 'in_force', decided_by: actor.id, payable_from: payableFrom });
      await recordAction(deps, tx, {
        actor,
        action: second === 'waived' ? 'bank_account_approved_alone' : 'bank_account_approved',
        subject,
        before: { lastFour: replaced?.last_four ?? null },
        after: { lastFour: account.last_four, payableFrom },
        reason,
      });
      return { code: 'in_force', isWaived: second === 'waived' };
    }),
  );
}

const decide = (
  { clock }: Deps,
  tx: Tx,
  { id }: BankAccountRow,
  columns: Pick<BankAccountRow, 'status' | 'decided_by' | 'payable_from'>,
): Promise<unknown> =>
  tx
    .updateTable('bank_accounts')
    .set({ ...columns, decided_at: clock.now().toISOString() })
    .where('id', '=', id)
    .execute();

async function isInOpenBatch(tx: Tx, { id }: BankAccountRow): Promise<boolean> {
  const batch = await tx
    .selectFrom('payout_batches as batch')
    .innerJoin('payouts', 'payouts.batch_id', 'batch.id')
    .select('batch.id')
    .where('batch.status', '=', 'open')
    .where('payouts.bank_account_id', '=', id)
    .executeTakeFirst();
  return batch !== undefined;
}

/** Returns true for every known charity, and for us (null). */
async function isKnown(tx: Tx, { charityId }: AccountHolder): Promise<boolean> {
  if (charityId === null) return true;
  return (await tx.selectFrom('charities').select('id').where('id', '=', charityId).executeTakeFirst()) !== undefined;
}
