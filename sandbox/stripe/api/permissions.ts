import { hasPermission } from '#sandbox/faults.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { StripeError } from '../error.ts';

/** Names of the permissions of restricted keys, by the paths that need them. Refunds belong to charges. */
const resources: readonly (readonly [path: string, resource: string])[] = [
  ['/v1/balance', 'balance'],
  ['/v1/balance_transactions', 'balance_transaction_source'],
  ['/v1/billing_portal', 'customer_portal'],
  ['/v1/charges', 'charge'],
  ['/v1/checkout/sessions', 'checkout_session'],
  ['/v1/disputes', 'dispute'],
  ['/v1/events', 'event'],
  ['/v1/invoices', 'invoice'],
  ['/v1/payouts', 'payout'],
  ['/v1/products', 'product'],
  ['/v1/refunds', 'charge'],
  ['/v1/subscriptions', 'subscription'],
  ['/v1/webhook_endpoints', 'webhook'],
];

/** The permission that a key needs to expand a property: the one to read its object. */
const expandedResources: Readonly<Record<string, string>> = {
  balance_transaction: 'balance_transaction_source',
  failure_balance_transaction: 'balance_transaction_source',
  source: 'balance_transaction_source',
  default_payment_method: 'payment_method',
  latest_charge: 'charge',
  payment_intent: 'payment_intent',
};

/** The permissions that the operator can take from the key. */
export const stripePermissionNames: readonly string[] = [
  ...new Set([...resources.map(([, resource]) => resource), ...Object.values(expandedResources)]),
].flatMap((resource) => [`${resource}_read`, `${resource}_write`]);

interface Call {
  readonly method: string;
  readonly path: string;
  readonly parameters: unknown;
}

/** Throws Stripe's 403 when the key lacks a permission that the call needs. */
export function requirePermissions(sandbox: Sandbox, call: Call): void {
  const resource = resources.find(([path]) => call.path === path || call.path.startsWith(`${path}/`))?.[1];
  const access = call.method === 'GET' ? 'read' : 'write';
  const needed = [
    ...(resource === undefined ? [] : [`${resource}_${access}`]),
    ...permissionsToExpand(call.parameters),
  ];
  const missing = needed.find((permission) => !hasPermission(sandbox, permission));
  if (missing === undefined) return;
  const { secretKey } = sandbox.config;
  const key = `${secretKey.slice(0, 8)}${'*'.repeat(Math.max(0, secretKey.length - 14))}${secretKey.slice(-6)}`;
  const message =
    `The provided key '${key}' does not have the required permissions for this endpoint on account 'acct_sandbox'. ` +
    `Having the 'rak_${missing}' permission would allow this request to continue.`;
  throw new StripeError(403, 'invalid_request_error', message, { code: 'more_permissions_required' });
}

function permissionsToExpand(parameters: unknown): string[] {
  const { expand = [] } = (parameters ?? {}) as { readonly expand?: unknown };
  const paths = Array.isArray(expand) ? expand.map(String) : [];
  return paths.flatMap((path) =>
    path.split('.').flatMap((part) => {
      const resource = expandedResources[part];
      return resource === undefined ? [] : [`${resource}_read`];
    }),
  );
}
