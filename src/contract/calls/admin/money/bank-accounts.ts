import {
  bankAccountDecisionResponse,
  bankAccountDecisionRequest,
  bankAccountProposalResponse,
  bankAccountRequest,
  charityResponse,
} from '#contract/admin/money/bank-accounts.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls for charities and their bank accounts. */
export const bankAccountCalls = {
  getCharity: { method: 'GET', path: '/api/admin/charities/:id', response: charityResponse },
  proposeBankAccount: {
    method: 'POST',
    path: '/api/admin/charities/:id/bank-accounts',
    body: bankAccountRequest,
    response: bankAccountProposalResponse,
  },
  decideBankAccount: {
    method: 'POST',
    path: '/api/admin/bank-accounts/:id/decision',
    body: bankAccountDecisionRequest,
    response: bankAccountDecisionResponse,
  },
} as const satisfies CallTable;
