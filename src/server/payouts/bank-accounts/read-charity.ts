import type { BankAccountResponse, CharityResponse, ProposedDetails } from '#contract/admin/money/bank-accounts.ts';
import { brand } from '#domain/brand.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { BankDetails } from '#domain/payout/bank-details.ts';
import { hasRight } from '#domain/staff/rights.ts';
import { charityNames } from '#server/catalogue/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { BankAccountRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffMember } from '#server/http/register-endpoint.ts';
import { mayWaiveSecondPerson } from '../may-waive.ts';
import { amountOf } from '../batches/read-batches.ts';
import { readUsernames } from '../names.ts';
import { readFigures } from '../read-figures.ts';
import { toFiguresResponse } from '../figures-response.ts';
import { decryptDetails } from './account-details.ts';

/** Reads a charity with its bank accounts and payouts, or our accounts if the id is null. Returns undefined for an unknown id. */
export async function readCharity(
  deps: Deps,
  charityId: number | null,
  staff: StaffMember,
): Promise<CharityResponse | undefined> {
  const db = deps.db.read;
  if (charityId === null)
    return { id: 0, name: brand.name, figures: [], accounts: await readAccounts(deps, null, staff), payouts: [] };
  const charity = await db.selectFrom('charities').select('id').where('id', '=', charityId).executeTakeFirst();
  if (!charity) return undefined;
  const names = charityNames(deps);
  return {
    id: charity.id,
    name: names.get(charity.id) ?? `Charity ${charity.id}`,
    figures: (await readFigures(deps, db, charityId)).map((figures) => toFiguresResponse(figures, names)),
    accounts: await readAccounts(deps, charityId, staff),
    payouts: await readPayouts(db, charityId),
  };
}

async function readAccounts(deps: Deps, charityId: number | null, staff: StaffMember): Promise<BankAccountResponse[]> {
  const db = deps.db.read;
  const accounts = await db
    .selectFrom('bank_accounts')
    .selectAll()
    .where((e) => (charityId === null ? e('charity_id', 'is', null) : e('charity_id', '=', charityId)))
    .where('status', 'in', ['in_force', 'proposed'])
    .orderBy('currency')
    .orderBy('status')
    .execute();
  const usernames = await readUsernames(
    db,
    accounts.map((account) => account.proposed_by),
  );
  const mayWaive = await mayWaiveSecondPerson(db, staff.id);
  return accounts.map((account) => toAccountResponse(deps, account, { usernames, staff, mayWaive }));
}

function toAccountResponse(
  deps: Deps,
  account: BankAccountRow,
  { usernames, staff, mayWaive }: { usernames: ReadonlyMap<string, string>; staff: StaffMember; mayWaive: boolean },
): BankAccountResponse {
  const details = decryptDetails(deps, account);
  const { holder, country } = details;
  const isOwnProposal = account.proposed_by === staff.id;
  const canSeeDetails = account.status === 'proposed' && hasRight(staff.staff_role, 'managePayouts');
  return {
    id: account.id,
    currency: account.currency,
    status: account.status === 'proposed' ? 'proposed' : 'in_force',
    holder,
    country,
    lastFour: account.last_four,
    details: canSeeDetails ? toProposedDetails(details) : null,
    proposedBy: usernames.get(account.proposed_by) ?? '',
    proposedAt: account.proposed_at,
    payableFrom: account.payable_from,
    isOwnProposal,
    mayWaive: isOwnProposal && mayWaive,
  };
}

const toProposedDetails = ({ account, bic }: BankDetails): ProposedDetails => ({
  iban: account.kind === 'iban' ? account.iban : null,
  accountNumber: account.kind === 'local' ? account.number : null,
  routingNumber: account.kind === 'local' ? account.routing : null,
  bic,
});

const payoutsMax = 50;

/** Reads the newest payouts of a charity. */
async function readPayouts(db: Queryable, charityId: number): Promise<CharityResponse['payouts']> {
  const payouts = await db
    .selectFrom('payouts')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .leftJoin('payout_returns as returned', 'returned.payout_id', 'payouts.id')
    .selectAll('payouts')
    .select('returned.returned_on')
    .select(['batch.day', 'batch.status', 'batch.reference', 'batch.created_at'])
    .where('payouts.charity_id', '=', charityId)
    .orderBy('batch.created_at', 'desc')
    .orderBy('payouts.id', 'desc')
    .limit(payoutsMax)
    .execute();
  return payouts.map((payout) => ({
    id: payout.id,
    batchId: payout.batch_id,
    day: payout.day,
    status: payout.returned_on === null ? payout.status : ('returned' as const),
    amount: toDecimal(amountOf(payout)),
    currency: payout.currency,
    reference: payout.reference,
  }));
}
