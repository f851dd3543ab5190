import {
  claimLinkAnswer,
  claimLinkRequest,
  correctEmailAnswer,
  correctEmailRequest,
  noteAnswer,
  noteRequest,
  resendReceiptAnswer,
  resendReceiptRequest,
} from '#contract/admin/donations/help.ts';
import { donationDetail } from '#contract/admin/donations/detail.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** One donation, and help for its donor. */
export const donationDetailCalls = {
  getDonation: {
    method: 'GET',
    path: '/api/admin/donations/:id',
    answer: donationDetail,
  },
  resendReceipt: {
    method: 'POST',
    path: '/api/admin/donations/:id/receipt',
    body: resendReceiptRequest,
    answer: resendReceiptAnswer,
  },
  correctEmail: {
    method: 'POST',
    path: '/api/admin/donations/:id/email',
    body: correctEmailRequest,
    answer: correctEmailAnswer,
  },
  makeClaimLink: {
    method: 'POST',
    path: '/api/admin/donations/:id/claim-link',
    body: claimLinkRequest,
    answer: claimLinkAnswer,
  },
  addNote: {
    method: 'POST',
    path: '/api/admin/donations/:id/notes',
    body: noteRequest,
    answer: noteAnswer,
  },
} as const satisfies CallTable;
