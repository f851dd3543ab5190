import * as z from 'zod/mini';

const providerPayment = z.object({
  paymentIntentId: z.string(),
  checkoutSessionId: z.string(),
  currency: z.string(),
  amountReceivedMinor: z.number(),
  state: z.string(),
});

const listedSession = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  metadata: z.object({ intent_id: z.string() }),
});

const sessionPage = z.object({ data: z.array(listedSession), has_more: z.boolean() });

export type ProviderPayment = z.infer<typeof providerPayment>;

export type ListedSession = z.infer<typeof listedSession>;

/** Uses the payment sandbox for the crash test: pays like donors, reads its records and advances its clock. */
export interface ProviderClient {
  /** Submits a form of the hosted page. Returns the address it redirects to, or undefined if the page refuses. */
  submit(
    sessionId: string,
    form: Readonly<Record<string, string>>,
    page?: '' | '/confirm',
  ): Promise<string | undefined>;
  readPayments(): Promise<ProviderPayment[]>;
  listSessions(): Promise<ListedSession[]>;
  /** Calls one of the sandbox's operator endpoints. */
  operate(path: string, body?: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Creates a client. `secretKey` gives access to the sandbox's list of sessions. */
export function createProviderClient(url: string, secretKey: string): ProviderClient {
  const readJson = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${secretKey}` } });
    if (!response.ok) throw new Error(`the sandbox returned ${response.status} to ${path}`);
    return response.json();
  };
  return {
    submit: async (sessionId, form, page = '') => {
      const address = `${url}/c/pay/${sessionId}${page}`;
      const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
      await response.body?.cancel();
      return response.headers.get('location') ?? undefined;
    },
    readPayments: async () =>
      z.object({ payments: z.array(providerPayment) }).parse(await readJson('/_sandbox/records')).payments,
    listSessions: () => readSessions(readJson),
    operate: async (path, body = {}) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/_sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`the sandbox returned ${response.status} to ${path}: ${await response.text()}`);
      await response.body?.cancel();
    },
  };
}

async function readSessions(readJson: (path: string) => Promise<unknown>): Promise<ListedSession[]> {
  const sessions: ListedSession[] = [];
  for (let after = ''; ;) {
    const page = sessionPage.parse(await readJson(`/v1/checkout/sessions?limit=100${after}`));
    sessions.push(...page.data);
    const last = page.data.at(-1);
    if (!page.has_more || !last) return sessions;
    after = `&starting_after=${last.id}`;
  }
}
