import { hasPermission } from '#sandbox/faults.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { PayPalError } from '../error.ts';

/** The features that the operator can take away from the PayPal app. */
export const payPalFeatures = ['transaction_search', 'account_balances', 'customer_disputes'] as const;

/** Throws PayPal's error for a missing feature unless the app has `feature`. */
export function requireFeature(sandbox: Sandbox, feature: (typeof payPalFeatures)[number]): void {
  if (hasPermission(sandbox, feature)) return;
  throw new PayPalError(403, 'NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.', [
    {
      issue: 'PERMISSION_DENIED',
      description: 'You do not have permission to access or perform operations on this resource.',
    },
  ]);
}
