import type { SomeAccess } from './some-access.ts';

/** What the team does with the site, and with other programs. */
export const forSite = {
  downloadSubscribers: 'editContent',
  getCounters: 'editContent',
  switchCounters: 'editContent',
  listTokens: 'useApi',
  makeToken: 'useApi',
  revokeToken: 'useApi',
} as const satisfies SomeAccess;
