import { donationDetailCalls } from '#contract/calls/admin/donations/detail.ts';
import { adminDonationCalls } from '#contract/calls/admin/donations/search.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const adminDonationEndpoints = {
  searchDonations: {
    ...adminDonationCalls.searchDonations,
    access: 'readDonors',
    summary: 'Searches all donations and unpaid payments, newest first',
    errors: [],
  },
  exportDonations: {
    ...adminDonationCalls.exportDonations,
    access: 'readDonors',
    summary: 'The same donations as a table, without pages',
    errors: ['too_many_requests'],
    limitPerMinute: 60,
  },
  getDonation: {
    ...donationDetailCalls.getDonation,
    access: 'readDonors',
    summary: 'One donation, or a payment that has not become one, with everything that happened to it',
    errors: ['donation_not_found'],
  },
  resendReceipt: {
    ...donationDetailCalls.resendReceipt,
    access: 'helpDonors',
    summary: 'Emails the receipt again, unless it is on its way',
    errors: ['donation_not_found', 'no_recipient', 'receipt_held'],
    limitPerMinute: 60,
  },
  correctEmail: {
    ...donationDetailCalls.correctEmail,
    access: 'helpDonors',
    summary: 'Corrects the address that a guest typed when paying',
    errors: ['donation_not_found', 'address_not_editable'],
    limitPerMinute: 60,
  },
  makeClaimLink: {
    ...donationDetailCalls.makeClaimLink,
    access: 'helpDonors',
    summary: 'Makes a link with which a donor attaches a donation to an account',
    errors: ['donation_not_found', 'already_claimed'],
    limitPerMinute: 60,
  },
  addNote: {
    ...donationDetailCalls.addNote,
    access: 'helpDonors',
    summary: 'Adds a note for the team to a donation',
    errors: ['donation_not_found'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
