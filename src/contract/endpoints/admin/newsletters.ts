import { newslettersCalls } from '#contract/calls/admin/newsletters.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const newslettersEndpoints = {
  listNewsletters: {
    ...newslettersCalls.listNewsletters,
    access: 'readContent',
    summary: 'The newsletters, newest first, with the number of subscribers and the postal address',
    errors: [],
  },
  createNewsletter: {
    ...newslettersCalls.createNewsletter,
    access: 'editContent',
    summary: 'Saves a new draft of a newsletter',
    errors: [],
    limitPerMinute: 60,
  },
  getNewsletter: {
    ...newslettersCalls.getNewsletter,
    access: 'readContent',
    summary: 'A newsletter with its text',
    errors: ['not_found'],
  },
  saveNewsletter: {
    ...newslettersCalls.saveNewsletter,
    access: 'editContent',
    summary: 'Saves a draft, unless someone else has saved a newer version',
    errors: ['not_found', 'version_outdated', 'newsletter_sent'],
    limitPerMinute: 60,
  },
  deleteNewsletter: {
    ...newslettersCalls.deleteNewsletter,
    access: 'editContent',
    summary: 'Deletes a draft',
    errors: ['not_found', 'newsletter_sent'],
  },
  previewNewsletter: {
    ...newslettersCalls.previewNewsletter,
    access: 'readContent',
    summary: 'A newsletter as its email in plain text',
    errors: ['not_found'],
    limitPerMinute: 120,
  },
  showNewsletter: {
    ...newslettersCalls.showNewsletter,
    access: 'readContent',
    summary: 'A newsletter as its email in HTML, for a sandboxed frame',
    errors: ['not_found'],
    limitPerMinute: 120,
  },
  testNewsletter: {
    ...newslettersCalls.testNewsletter,
    access: 'editContent',
    summary: 'Sends a newsletter to the caller alone, at most once a minute',
    errors: ['not_found', 'no_mail_server'],
    limitPerMinute: 60,
  },
  sendNewsletter: {
    ...newslettersCalls.sendNewsletter,
    access: 'editContent',
    onlyInPerson: true,
    summary: 'Starts sending a newsletter to all confirmed subscribers',
    errors: ['not_found', 'version_outdated', 'newsletter_sent', 'newsletter_not_ready', 'no_mail_server'],
  },
  pauseNewsletter: {
    ...newslettersCalls.pauseNewsletter,
    access: 'editContent',
    summary: 'Pauses a newsletter that is being sent',
    errors: ['not_found', 'action_not_offered'],
  },
  resumeNewsletter: {
    ...newslettersCalls.resumeNewsletter,
    access: 'editContent',
    onlyInPerson: true,
    summary: 'Resumes a newsletter that is paused',
    errors: ['not_found', 'action_not_offered'],
  },
  eraseSubscriber: {
    ...newslettersCalls.eraseSubscriber,
    access: 'editContent',
    summary: "Erases a subscriber's address and consent, on request",
    errors: ['not_found'],
    limitPerMinute: 60,
  },
  setPostalAddress: {
    ...newslettersCalls.setPostalAddress,
    access: 'editContent',
    summary: 'Sets the postal address in the footer of every newsletter',
    errors: ['version_outdated'],
  },
} as const satisfies EndpointTable;
