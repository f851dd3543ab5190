import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { payWithCard, stripeFor } from '#sandbox/testing/payer.ts';

describe('a key without a permission', () => {
  let running: RunningSandbox;
  let stripe: Stripe;
  let control: SandboxControl;

  beforeEach(async () => {
    running = await startSandbox();
    stripe = stripeFor(running);
    control = controlSandbox(running.url);
  });
  afterEach(() => running.close());

  test("is refused in Stripe's form, and can still make another call", async () => {
    await control.takePermission('charge_read');
    const error: unknown = await stripe.charges.list().catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(Stripe.errors.StripePermissionError);
    expect(error).toMatchObject({
      statusCode: 403,
      code: 'more_permissions_required',
      rawType: 'invalid_request_error',
    });
    expect((error as Error).message).toMatch(
      /^The provided key 'sk_test_\*+\w{6}' does not have the required permissions for this endpoint on account 'acct_\w+'\. Having the 'rak_charge_read' permission would allow this request to continue\.$/,
    );
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  });

  test('cannot expand an object that it cannot read', async () => {
    await payWithCard(running);
    await control.takePermission('charge_read');
    await expect(
      stripe.checkout.sessions.list({ expand: ['data.payment_intent.latest_charge'] }),
    ).rejects.toBeInstanceOf(Stripe.errors.StripePermissionError);
  });

  test('can still read an object that it cannot write', async () => {
    await payWithCard(running);
    await control.takePermission('charge_write');
    const [charge] = (await stripe.charges.list()).data;
    await expect(stripe.refunds.create({ charge: charge?.id ?? '' })).rejects.toThrow("Having the 'rak_charge_write'");
  });

  test('gets the permission back when the faults are cleared', async () => {
    await control.takePermission('charge_read');
    await control.clearFaults();
    expect((await stripe.charges.list()).data).toEqual([]);
  });
});
