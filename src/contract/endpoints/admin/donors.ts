import { adminDonorCalls } from '#contract/calls/admin/donors/search.ts';
import { donorDetailCalls } from '#contract/calls/admin/donors/detail.ts';
import { donorHelpCalls } from '#contract/calls/admin/donors/help.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const adminDonorEndpoints = {
  searchDonors: {
    ...adminDonorCalls.searchDonors,
    access: 'readDonors',
    summary: 'Searches accounts and the addresses of guests, newest first',
    errors: [],
  },
  getDonor: {
    ...donorDetailCalls.getDonor,
    access: 'readDonors',
    summary: 'What is known about an account or a guest',
    errors: ['not_found'],
  },
  listDonorDonations: {
    ...donorDetailCalls.listDonorDonations,
    access: 'readDonors',
    summary: 'The donations of a donor, and payments that have not become one, newest first',
    errors: ['not_found'],
  },
  downloadDonorData: {
    ...donorHelpCalls.downloadDonorData,
    access: 'helpDonors',
    summary: 'Everything stored about a donor, to be sent to that donor',
    errors: ['not_found', 'member_of_team', 'too_many_requests'],
    limitPerMinute: 60,
  },
  downloadDonorStatement: {
    ...donorHelpCalls.downloadDonorStatement,
    access: 'helpDonors',
    summary: "An account's donations of a year as a PDF, to be sent to the donor; not a tax receipt",
    errors: ['not_found', 'unavailable'],
    limitPerMinute: 60,
  },
  downloadDonorTable: {
    ...donorHelpCalls.downloadDonorTable,
    access: 'helpDonors',
    summary: "An account's donations of a year as CSV, to be sent to the donor",
    errors: ['not_found', 'too_many_requests'],
    limitPerMinute: 60,
  },
  eraseDonor: {
    ...donorHelpCalls.eraseDonor,
    access: 'helpDonors',
    summary: "Erases an account, or the address and cards of a guest's donations; the books stay",
    errors: ['not_found', 'member_of_team'],
    limitPerMinute: 60,
  },
  previewMerge: {
    ...donorHelpCalls.previewMerge,
    access: 'helpDonors',
    summary: 'What a merge of another donor into this account would move',
    errors: ['not_found', 'merge_refused'],
  },
  mergeDonors: {
    ...donorHelpCalls.mergeDonors,
    access: 'helpDonors',
    summary:
      'Moves the donations and plans of another donor to this account; if the other donor has an account, it ends',
    errors: ['not_found', 'merge_refused'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
