import Stripe from 'stripe';
import { brand } from '#domain/brand.ts';

/**
 * Opens the portal with our own configuration, so that the account needs no settings in Stripe's Dashboard and donors can only
 * replace their card and see their invoices. If Stripe no longer accepts the configuration, we find or create another one.
 */
export async function openPortal(stripe: Stripe, customer: string, returnUrl: string): Promise<string> {
  const open = async (configuration: string): Promise<string> => {
    const { url } = await stripe.billingPortal.sessions.create({ customer, configuration, return_url: returnUrl });
    if (typeof url !== 'string' || !URL.canParse(url)) throw new TypeError('unreadable portal session: url');
    return url;
  };
  const known = configurations.get(stripe);
  try {
    if (known !== undefined) return await open(known);
  } catch (error) {
    if (!isRefused(error)) throw error;
    configurations.delete(stripe); // it may have been deactivated
  }
  return open(await ensureConfiguration(stripe));
}

/** The id of the configuration that this process found last. */
const configurations = new WeakMap<Stripe, string>();

const isRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param !== 'customer';

/**
 * Finds our configuration by its metadata in the account and mode of the key, or creates it. If two processes each create one
 * at the same time, both use the older one.
 */
async function ensureConfiguration(stripe: Stripe): Promise<string> {
  const found = await findConfiguration(stripe);
  if (found === undefined) await stripe.billingPortal.configurations.create(configuration);
  const id = found ?? (await findConfiguration(stripe));
  if (id === undefined) throw new TypeError('the portal configuration that was created is not listed');
  configurations.set(stripe, id);
  return id;
}

async function findConfiguration(stripe: Stripe): Promise<string | undefined> {
  let oldest: Stripe.BillingPortal.Configuration | undefined;
  for await (const listed of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (listed.metadata?.['contents'] !== portalContents) continue;
    if (!oldest || listed.created < oldest.created || (listed.created === oldest.created && listed.id < oldest.id))
      oldest = listed;
  }
  return oldest?.id;
}

/**
 * Names the features of the configuration. Change this text together with the features, so that a new configuration is created.
 */
export const portalContents = `${brand.name}: card and invoices`;

/** Donors change, pause and cancel their plans on our page, which knows the charities. */
const configuration: Stripe.BillingPortal.ConfigurationCreateParams = {
  features: { payment_method_update: { enabled: true }, invoice_history: { enabled: true } },
  metadata: { contents: portalContents },
};
