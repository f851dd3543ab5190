import {
  bankAccountDecisionAnswer,
  bankAccountDecisionRequest,
  bankAccountProposalAnswer,
  bankAccountRequest,
  charityAnswer,
} from '#contract/admin/money/bank-accounts.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** Charities with their bank accounts. */
export const bankAccountCalls = {
  getCharity: { method: 'GET', path: '/api/admin/charities/:id', answer: charityAnswer },
  proposeBankAccount: {
    method: 'POST',
    path: '/api/admin/charities/:id/bank-accounts',
    body: bankAccountRequest,
    answer: bankAccountProposalAnswer,
  },
  decideBankAccount: {
    method: 'POST',
    path: '/api/admin/bank-accounts/:id/decision',
    body: bankAccountDecisionRequest,
    answer: bankAccountDecisionAnswer,
  },
} as const satisfies CallTable;
