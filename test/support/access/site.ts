import type { SomeAccess } from './some-access.ts';

/** What the team does with the site, and with other programs. */
export const forSite = {
  downloadSubscribers: 'editContent',
  listNewsletters: 'readContent',
  createNewsletter: 'editContent',
  getNewsletter: 'readContent',
  saveNewsletter: 'editContent',
  deleteNewsletter: 'editContent',
  previewNewsletter: 'readContent',
  showNewsletter: 'readContent',
  testNewsletter: 'editContent',
  sendNewsletter: 'editContent',
  pauseNewsletter: 'editContent',
  resumeNewsletter: 'editContent',
  setPostalAddress: 'editContent',
  getCounters: 'readContent',
  switchCounters: 'editContent',
  listTokens: 'useApi',
  makeToken: 'useApi',
  revokeToken: 'useApi',
} as const satisfies SomeAccess;
