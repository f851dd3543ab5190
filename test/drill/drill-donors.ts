import * as z from 'zod/mini';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { orderBody } from '#test/support/payments/paypal-calls.ts';
import type { CrashWorld } from '#tools/crash/crash-world.ts';
import { cookiesOf } from './drill-world.ts';

/** Donors who use the product as browsers do. A payment resolves to the id of its checkout session or order. */
export interface DrillDonors {
  readonly sandbox: SandboxControl;
  /** Registers an account; resolves to its session cookie. */
  register(username: string): Promise<string>;
  /** Signs in; resolves to the session cookie. */
  logIn(username: string): Promise<string>;
  payByCard(options?: { readonly cookie?: string; readonly isMonthly?: boolean }): Promise<string>;
  payFromBank(): Promise<string>;
  payWithPayPal(): Promise<string>;
}

/** The password of these donors' accounts. */
export const drillPassword = 'correct horse';

const urlResponse = z.object({ url: z.url() });
const orderResponse = z.object({ id: z.string() });

export function createDrillDonors(world: CrashWorld): DrillDonors {
  const sandbox = controlSandbox(world.sandboxUrl);
  const post = async (path: string, body: object | undefined, cookie = ''): Promise<Response> => {
    // a connection that the server closes while the drill waits must not be used again
    const headers = { origin: world.origin, 'content-type': 'application/json', cookie, connection: 'close' };
    const response = await fetch(`${world.serverUrl}${path}`, {
      method: 'POST',
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`the server returned ${response.status} to ${path}: ${await response.text()}`);
    return response;
  };
  const openSession = async (isMonthly: boolean, cookie?: string): Promise<string> => {
    const request = { successUrl: `${world.origin}/donation-success`, cancelUrl: `${world.origin}/#donate` };
    const response = await post(
      '/api/create-checkout-session',
      checkoutBody({ request, donation: { recurring: isMonthly } }),
      cookie,
    );
    return new URL(urlResponse.parse(await response.json()).url).pathname.split('/').at(-1) ?? '';
  };
  return {
    sandbox,
    register: async (username) => {
      const account = { username, password: drillPassword, email: `${username}@example.org`, country: 'CA' };
      return cookiesOf(await post('/api/register', account));
    },
    logIn: async (username) => cookiesOf(await post('/api/login', { username, password: drillPassword })),
    payByCard: async ({ cookie, isMonthly = false } = {}) => {
      const sessionId = await openSession(isMonthly, cookie);
      await (await sandbox.submitPayment(sessionId)).body?.cancel();
      return sessionId;
    },
    payFromBank: async () => {
      const sessionId = await openSession(false);
      await (await sandbox.submitPayment(sessionId, { bankAccount: 'settles' })).body?.cancel();
      return sessionId;
    },
    payWithPayPal: async () => {
      const ordered = await post('/paypal/order', orderBody());
      const { id } = orderResponse.parse(await ordered.json());
      await sandbox.approveOrder(id, 'balance', 'payer@example.org');
      await (await post(`/paypal/order/${id}/capture`, undefined, cookiesOf(ordered))).body?.cancel();
      return id;
    },
  };
}
