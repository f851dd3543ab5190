import type { FastifyInstance } from 'fastify';
import { bankAccountSentences, bankDetailsSentences } from '#contract/admin/money/bank-accounts.ts';
import { payoutEndpoints } from '#contract/endpoints/admin/money/payouts.ts';
import { formatUtcMoment } from '#domain/ledger/utc-day.ts';
import { parseBankDetails } from '#domain/payout/bank-details.ts';
import type { BankAccountRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { readUsernames } from '../names.ts';
import { decideAccount, proposeAccount } from './change-account.ts';
import { readCharity } from './read-charity.ts';

/** Registers the calls about the bank accounts of charities, and about ours. */
export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, payoutEndpoints.getCharity, async ({ params, user, reply }) => {
    const charityId = parseCharityId(params.id);
    const charity = charityId === undefined ? undefined : await readCharity(deps, charityId, user);
    return charity ?? sendRefusal(reply, 'not_found', bankAccountSentences.charityUnknown);
  });
  registerEndpoint(app, deps, payoutEndpoints.proposeBankAccount, async ({ params, body, user, reply }) => {
    const charityId = parseCharityId(params.id);
    if (charityId === undefined) return sendRefusal(reply, 'not_found', bankAccountSentences.charityUnknown);
    const details = parseBankDetails(body);
    if (typeof details === 'string') return sendRefusal(reply, 'invalid_bank_details', bankDetailsSentences[details]);
    const proposed = await proposeAccount(
      deps,
      user,
      { charityId, currency: body.currency },
      { details, reason: body.reason },
    );
    switch (proposed.code) {
      case 'proposed':
        deps.log.info({ accountId: proposed.accountId, charityId, proposedBy: user.id }, 'bank account entered');
        return { id: proposed.accountId };
      case 'not_found':
        return sendRefusal(reply, 'not_found', bankAccountSentences.charityUnknown);
      case 'change_waiting':
        return sendRefusal(reply, 'change_waiting', bankAccountSentences.waiting);
    }
  });
  decisionRoute(app, deps);
}

function decisionRoute(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, payoutEndpoints.decideBankAccount, async ({ params, body, user, reply }) => {
    const wanted = { decision: body.decision, isWaived: body.waive ?? false, reason: body.reason };
    const decided = await decideAccount(deps, user, params.id, wanted);
    switch (decided.code) {
      case 'in_force':
      case 'rejected':
        deps.log.info(
          { accountId: params.id, status: decided.code, decidedBy: user.id, isWaived: decided.isWaived },
          'bank account approved or rejected',
        );
        return { status: decided.code };
      case 'not_found':
        return sendRefusal(reply, 'not_found', bankAccountSentences.accountUnknown);
      case 'already_decided':
        return sendRefusal(reply, 'already_decided', await decidedSentence(deps, decided.account));
      case 'second_person_needed':
        return sendRefusal(reply, 'second_person_needed', bankAccountSentences.secondPerson);
      case 'may_waive':
        return sendRefusal(reply, 'second_person_needed', bankAccountSentences.mayWaive);
      case 'batch_open':
        return sendRefusal(reply, 'batch_open', bankAccountSentences.batchOpen);
    }
  });
}

/** Says who decided first, and when. */
async function decidedSentence({ db }: Deps, account: BankAccountRow): Promise<string> {
  const names = await readUsernames(db.read, [account.decided_by]);
  const who = names.get(account.decided_by ?? '') ?? 'Someone';
  const what = account.status === 'rejected' ? 'rejected' : 'approved';
  return `${who} ${what} this bank account on ${formatUtcMoment(new Date(account.decided_at ?? account.proposed_at))}.`;
}

/** Returns null for our own accounts, which have the id 0 in URLs, and undefined for a malformed id. */
function parseCharityId(text: string): number | null | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  return Number(text) === 0 ? null : Number(text);
}
