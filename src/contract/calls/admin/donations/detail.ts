import {
  claimLinkResponse,
  claimLinkRequest,
  correctEmailResponse,
  correctEmailRequest,
  noteResponse,
  noteRequest,
  resendReceiptResponse,
  resendReceiptRequest,
} from '#contract/admin/donations/help.ts';
import { donationDetail } from '#contract/admin/donations/detail.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls for one donation, and for helping its donor. */
export const donationDetailCalls = {
  getDonation: {
    method: 'GET',
    path: '/api/admin/donations/:id',
    response: donationDetail,
  },
  resendReceipt: {
    method: 'POST',
    path: '/api/admin/donations/:id/receipt',
    body: resendReceiptRequest,
    response: resendReceiptResponse,
  },
  correctEmail: {
    method: 'POST',
    path: '/api/admin/donations/:id/email',
    body: correctEmailRequest,
    response: correctEmailResponse,
  },
  makeClaimLink: {
    method: 'POST',
    path: '/api/admin/donations/:id/claim-link',
    body: claimLinkRequest,
    response: claimLinkResponse,
  },
  addNote: {
    method: 'POST',
    path: '/api/admin/donations/:id/notes',
    body: noteRequest,
    response: noteResponse,
  },
} as const satisfies CallTable;
