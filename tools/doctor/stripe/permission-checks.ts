import type { StripeConfig } from '#server/config/config.ts';
import { describeMissing, stripePermissions, type ProviderPermission } from '#server/ports/permissions.ts';
import { ok, problem, warning, type Finding } from '../finding.ts';
import type { HttpResponse } from '../http-call.ts';
import { readStripe, tryToWrite } from './call-stripe.ts';

/** Harmless calls for a permission: one that reads and, if the product writes, one that Stripe refuses as invalid. */
interface Attempt {
  readonly permission: ProviderPermission;
  readonly read: string;
  readonly write?: string;
}

const attempts: readonly Attempt[] = [
  {
    permission: stripePermissions.checkoutSessions,
    read: '/v1/checkout/sessions?limit=1',
    write: '/v1/checkout/sessions',
  },
  { permission: stripePermissions.paymentIntents, read: '/v1/payment_intents?limit=1' },
  { permission: stripePermissions.charges, read: '/v1/charges?limit=1', write: '/v1/refunds' },
  { permission: stripePermissions.balanceTransactions, read: '/v1/balance_transactions?limit=1' },
  { permission: stripePermissions.balance, read: '/v1/balance' },
  { permission: stripePermissions.payouts, read: '/v1/payouts?limit=1' },
  { permission: stripePermissions.disputes, read: '/v1/disputes?limit=1' },
  { permission: stripePermissions.events, read: '/v1/events?limit=1' },
  {
    permission: stripePermissions.subscriptions,
    read: '/v1/subscriptions?limit=1',
    write: '/v1/subscriptions/sub_none',
  },
  { permission: stripePermissions.products, read: '/v1/products?limit=1', write: '/v1/products' },
  { permission: stripePermissions.prices, read: '/v1/prices?limit=1', write: '/v1/prices' },
  { permission: stripePermissions.invoices, read: '/v1/invoices?limit=1', write: '/v1/invoices/in_none/void' },
  { permission: stripePermissions.paymentMethods, read: '/v1/payment_methods?limit=1' },
  {
    permission: stripePermissions.customerPortal,
    read: '/v1/billing_portal/configurations?limit=1',
    write: '/v1/billing_portal/sessions',
  },
  { permission: stripePermissions.webhookEndpoints, read: '/v1/webhook_endpoints?limit=1' },
];

/** The permissions without which donations still work. */
const optional: ReadonlySet<ProviderPermission> = new Set([
  stripePermissions.paymentIntents,
  stripePermissions.balanceTransactions,
  stripePermissions.balance,
  stripePermissions.payouts,
  stripePermissions.webhookEndpoints,
]);

const subject = 'Stripe permissions';

/** Tries every permission that the product needs. Stripe checks permissions before the content of a call. */
export async function checkPermissions(stripe: StripeConfig): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { permission, read, write } of attempts) {
    const finding =
      findingOf(permission, await readStripe(stripe, read)) ??
      (write === undefined ? undefined : findingOf(permission, await tryToWrite(stripe, write)));
    if (finding) findings.push(finding);
  }
  return findings.length > 0 ? findings : [ok(subject, 'the key has all that the product needs.')];
}

function findingOf(permission: ProviderPermission, response: HttpResponse): Finding | undefined {
  if (response.code === 'unreachable' || response.status >= 500 || response.status === 429) {
    const reason = response.code === 'unreachable' ? response.reason : `status ${response.status}`;
    return problem(subject, `"${permission.name}" could not be checked (${reason}). Run this again later.`);
  }
  if (response.status !== 403) return undefined;
  return (optional.has(permission) ? warning : problem)(subject, describeMissing(permission));
}
