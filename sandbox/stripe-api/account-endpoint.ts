import { z } from 'zod';
import { readSettings } from '../state/settings.ts';
import { expandParameter } from '../stripe-parameters/form-values.ts';
import { accountToWire } from '../stripe-wire/account.ts';
import { endpoint } from './endpoint.ts';

/** The account that the API key belongs to. */
export const accountEndpoint = endpoint({
  method: 'GET',
  path: '/v1/account',
  parameters: z.strictObject(expandParameter),
  answers: { kind: 'account' },
  check: () => undefined,
  run: (sandbox) => accountToWire(readSettings(sandbox.store)),
});
