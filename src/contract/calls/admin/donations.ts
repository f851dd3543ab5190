import {
  claimLinkAnswer,
  claimLinkRequest,
  correctEmailAnswer,
  correctEmailRequest,
  noteAnswer,
  noteRequest,
  resendReceiptAnswer,
  resendReceiptRequest,
} from '#contract/admin/donation-help.ts';
import {
  donationDetail,
  donationsExportQuery,
  donationsQuery,
  listedDonationsAnswer,
} from '#contract/admin/donations.ts';
import { fileAnswer, type CallTable } from '#contract/endpoint.ts';

/** The team's view of all donations. */
export const adminDonationCalls = {
  searchDonations: {
    method: 'GET',
    path: '/api/admin/donations',
    query: donationsQuery,
    answer: listedDonationsAnswer,
  },
  exportDonations: {
    method: 'GET',
    path: '/api/admin/donations.csv',
    query: donationsExportQuery,
    answer: fileAnswer,
    file: 'text/csv',
  },
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
