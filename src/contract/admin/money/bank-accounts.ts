import * as z from 'zod/mini';
import { isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import type { BankDetailsProblem } from '#domain/payout/bank-details.ts';
import { payeeFigures } from './payouts.ts';
import { reason } from '../reason.ts';

export const bankAccountSentences = {
  charityUnknown: 'There is no such charity.',
  accountUnknown: 'There is no such bank account.',
  currencyInvalid: 'Please choose a currency.',
  waiting: 'Another bank account in this currency is waiting for a second person. Approve or reject it first.',
  secondPerson: 'Someone other than the person who entered this bank account has to approve it.',
  mayWaive:
    'You entered this bank account. As the only person who can, you may approve it if you waive the second person.',
  batchOpen: 'An unpaid batch uses the current bank account. Mark it as paid or cancel it first.',
} as const;

export const bankDetailsSentences: Readonly<Record<BankDetailsProblem, string>> = {
  holder_invalid: 'Please enter the account holder in Latin letters, at most 70 characters.',
  country_invalid: 'Please enter the country of the bank as two letters, such as CA.',
  iban_invalid: 'This IBAN is not valid for the country. Please check each digit.',
  number_invalid: 'Please enter the account number: 4 to 34 letters and digits.',
  routing_invalid:
    'Please enter a routing number of nine digits. In Canada it is 0, the institution and the transit number.',
  bic_invalid: 'A BIC has 8 or 11 letters and digits.',
  iban_or_number: 'Please enter either an IBAN or an account number.',
  bank_missing: 'Please enter the routing number, or outside Canada and the United States the BIC.',
};

/** `POST /api/admin/charities/{id}/bank-accounts`; charity 0 is us. `parseBankDetails` parses the details further. */
export const bankAccountRequest = z.object({
  currency: z.custom<CurrencyCode>((value) => typeof value === 'string' && isCurrencyCode(value), {
    error: bankAccountSentences.currencyInvalid,
  }),
  holder: z.string({ error: bankDetailsSentences.holder_invalid }),
  country: z.string({ error: bankDetailsSentences.country_invalid }),
  iban: z.optional(z.string()),
  accountNumber: z.optional(z.string()),
  routingNumber: z.optional(z.string()),
  bic: z.optional(z.string()),
  reason,
});

export const bankAccountProposalResponse = z.object({ id: z.string() });

/** `POST /api/admin/bank-accounts/{id}/decision`. `waive`: the caller decides without a second person. */
export const bankAccountDecisionRequest = z.object({
  decision: z.enum(['approve', 'reject']),
  waive: z.optional(z.boolean()),
  reason,
});

export const bankAccountDecisionResponse = z.object({ status: z.enum(['in_force', 'rejected']) });

/** The details of a proposed account to which the money would go. */
const proposedDetails = z.object({
  iban: z.nullable(z.string()),
  accountNumber: z.nullable(z.string()),
  routingNumber: z.nullable(z.string()),
  bic: z.nullable(z.string()),
});

export type ProposedDetails = z.infer<typeof proposedDetails>;

/** A bank account, in force or proposed. */
export const bankAccountResponse = z.object({
  id: z.string(),
  currency: z.string(),
  status: z.enum(['proposed', 'in_force']),
  holder: z.string(),
  country: z.string(),
  lastFour: z.string(),
  /** Present only while the account is proposed, for those who can approve it. They compare the details with the charity's. */
  details: z.nullable(proposedDetails),
  proposedBy: z.string(),
  proposedAt: z.string(),
  /** The time from which it can be paid; null until it is approved. */
  payableFrom: z.nullable(z.string()),
  isOwnProposal: z.boolean(),
  /** True if the caller may approve the account without a second person. */
  mayWaive: z.boolean(),
});

export type BankAccountResponse = z.infer<typeof bankAccountResponse>;

/** `GET /api/admin/charities/{id}`; charity 0 is us, with bank accounts only. */
export const charityResponse = z.object({
  id: z.int(),
  name: z.string(),
  figures: z.array(payeeFigures),
  accounts: z.array(bankAccountResponse),
  /** The newest fifty payouts. */
  payouts: z.array(
    z.object({
      id: z.string(),
      batchId: z.string(),
      day: z.string(),
      status: z.enum(['open', 'paid', 'canceled', 'returned']),
      amount: z.number(),
      currency: z.string(),
      reference: z.nullable(z.string()),
    }),
  ),
});

export type CharityResponse = z.infer<typeof charityResponse>;
