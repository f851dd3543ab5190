import type { JSX } from 'react';
import { useHasRight } from '../use-staff.ts';
import { Tokens } from './tokens/tokens.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

/** The API tokens, and for Owners the webhooks too. */
export const Integrations = (): JSX.Element => (
  <div className="grid gap-10">
    <Tokens />
    {useHasRight('manageIntegrations') && <Webhooks />}
  </div>
);
