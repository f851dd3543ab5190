import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { stripeFor } from '#sandbox/testing/payer.ts';
import { cardAndInvoices, subscribe } from '#sandbox/testing/subscriber.ts';

let running: RunningSandbox;
let stripe: Stripe;

beforeEach(async () => {
  running = await startSandbox();
  stripe = stripeFor(running);
});
afterEach(() => running.close());

const listed = async (params: Stripe.BillingPortal.ConfigurationListParams = {}): Promise<string[]> =>
  (await stripe.billingPortal.configurations.list(params)).data.map(({ id }) => id);

describe('a portal session', () => {
  test('is refused without a configuration, in Stripe’s words', async () => {
    const { customerId: customer } = await subscribe(running);
    await expect(stripe.billingPortal.sessions.create({ customer })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      message:
        'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    });
  });

  test('is refused with an unknown or inactive configuration', async () => {
    const { customerId: customer } = await subscribe(running);
    const open = (configuration: string) => stripe.billingPortal.sessions.create({ customer, configuration });
    await expect(open('bpc_unknown')).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'configuration',
      message: "No such configuration: 'bpc_unknown'",
    });
    const { id } = await stripe.billingPortal.configurations.create(cardAndInvoices);
    expect(await open(id)).toMatchObject({ configuration: id, customer });
    await stripe.billingPortal.configurations.update(id, { active: false });
    await expect(open(id)).rejects.toMatchObject({ statusCode: 400, param: 'configuration' });
  });
});

describe('a portal configuration', () => {
  test('offers the requested features, and nothing else', async () => {
    const created = await stripe.billingPortal.configurations.create({ ...cardAndInvoices, metadata: { why: 'test' } });
    expect(created).toMatchObject({
      object: 'billing_portal.configuration',
      active: true,
      is_default: false,
      livemode: false,
      metadata: { why: 'test' },
      features: {
        customer_update: { enabled: false },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: false },
        subscription_pause: { enabled: false },
        subscription_update: { enabled: false },
      },
    });
    const { lastResponse: _created, ...configuration } = created;
    const { lastResponse: _read, ...read } = await stripe.billingPortal.configurations.retrieve(created.id);
    expect(read).toEqual(configuration);
  });

  test('is listed newest first, and filtered by whether it is active', async () => {
    const first = (await stripe.billingPortal.configurations.create(cardAndInvoices)).id;
    const second = (await stripe.billingPortal.configurations.create(cardAndInvoices)).id;
    expect(await listed()).toEqual([second, first]);
    await stripe.billingPortal.configurations.update(second, { active: false });
    expect(await listed({ active: true })).toEqual([first]);
    expect(await listed({ active: false })).toEqual([second]);
    expect(await listed({ is_default: true })).toEqual([]);
  });

  test('is refused without features, and with one that the sandbox’s portal does not have', async () => {
    const create = stripe.billingPortal.configurations.create.bind(stripe.billingPortal.configurations);
    await expect(create({} as Stripe.BillingPortal.ConfigurationCreateParams)).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'features',
    });
    await expect(create({ features: { subscription_cancel: { enabled: true } } })).rejects.toMatchObject({
      param: 'features[subscription_cancel][enabled]',
    });
  });
});
