import type { SomeAccess } from './some-access.ts';

/** What the team does with the site, and with other programs. */
export const forSite = {
  downloadSubscribers: 'editContent',
  listNewsletters: 'editContent',
  createNewsletter: 'editContent',
  getNewsletter: 'editContent',
  saveNewsletter: 'editContent',
  deleteNewsletter: 'editContent',
  previewNewsletter: 'editContent',
  showNewsletter: 'editContent',
  testNewsletter: 'editContent',
  sendNewsletter: 'editContent',
  pauseNewsletter: 'editContent',
  resumeNewsletter: 'editContent',
  setPostalAddress: 'editContent',
  getCounters: 'editContent',
  switchCounters: 'editContent',
  listTokens: 'useApi',
  makeToken: 'useApi',
  revokeToken: 'useApi',
} as const satisfies SomeAccess;
