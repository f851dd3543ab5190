import { insertToken, tokenBody } from '../accounts/tokens.ts';
import { switchCounters } from '../report/switch-counters.ts';
import { nothing, type SomeCalls } from './valid-call.ts';

/** What the team does with the site, and with other programs. */
export const siteCalls = {
  downloadSubscribers: nothing,
  getCounters: nothing,
  switchCounters,
  listTokens: nothing,
  makeToken: (app, { caller }) => ({ body: tokenBody(app, caller) }),
  revokeToken: async (app, { caller }) => ({
    params: { id: await insertToken(app, caller) },
    body: { reason: 'Not needed' },
  }),
} as const satisfies SomeCalls;
