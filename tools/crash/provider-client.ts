import * as z from 'zod/mini';

const bookedPayment = z.object({
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

/** A payment as the provider's own books have it. */
export type BookedPayment = z.infer<typeof bookedPayment>;

/** A checkout session as the provider lists it. */
export type ListedSession = z.infer<typeof listedSession>;

/** What the crash test does at the payment sandbox: pay as donors do, read its books, and let its time pass. */
export interface ProviderClient {
  /** Sends a form of the hosted page as a browser would; the address that it leads to, or undefined when the page says no. */
  submit(
    sessionId: string,
    form: Readonly<Record<string, string>>,
    page?: '' | '/confirm',
  ): Promise<string | undefined>;
  readPayments(): Promise<BookedPayment[]>;
  listSessions(): Promise<ListedSession[]>;
  /** Any operator's call. */
  operate(path: string, body?: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Makes a client of the sandbox at this address; `secretKey` opens its list of sessions. */
export function createProviderClient(url: string, secretKey: string): ProviderClient {
  const readJson = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${secretKey}` } });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${path}`);
    return answer.json();
  };
  return {
    submit: async (sessionId, form, page = '') => {
      const address = `${url}/c/pay/${sessionId}${page}`;
      const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
      await answer.body?.cancel();
      return answer.headers.get('location') ?? undefined;
    },
    readPayments: async () =>
      z.object({ payments: z.array(bookedPayment) }).parse(await readJson('/_sandbox/books')).payments,
    listSessions: () => readSessions(readJson),
    operate: async (path, body = {}) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/_sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${path}: ${await answer.text()}`);
      await answer.body?.cancel();
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
