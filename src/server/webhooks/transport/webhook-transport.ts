import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { brand } from '#domain/brand.ts';
import type { AddressProblem, WebhookResponse, WebhookTransport } from '#server/ports/webhook-transport.ts';
import { isPublicAddress } from './is-public-address.ts';
import { resolveHost, type ResolveHost } from './resolve-host.ts';
import { signedHeaders } from './sign.ts';

export interface TransportOptions {
  /** In test mode every address is allowed, even without TLS: the receiver may be on this machine. */
  readonly isSandbox: boolean;
  readonly time: SenderTime;
  readonly resolve?: ResolveHost;
  /** The authority's certificate to trust instead of Node's own list; for tests. */
  readonly ca?: string;
  /** For tests, whose receivers are on this machine. */
  readonly isAllowed?: (address: string) => boolean;
}

/** The machine's time: the payment sandbox moves the product's clock, but neither the network nor signatures follow it. */
export interface SenderTime {
  now(): Date;
  /** A signal that aborts after this many milliseconds. */
  limit(milliseconds: number): AbortSignal;
}

/**
 * Sends webhooks. Connects only to addresses that it has checked, without a second lookup of the host, which could return
 * others. Does not follow redirects, and reads only the beginning of the response.
 */
export function createWebhookTransport(options: TransportOptions): WebhookTransport {
  return {
    check: async (text) => {
      const target = await findTarget(text, options).catch((): AddressProblem => 'unknown_host');
      return typeof target === 'string' ? target : undefined;
    },
    post: async (text, { id, body, secrets }) => {
      const deadline = options.time.limit(limitMs);
      const headers = {
        'content-type': 'application/json',
        'user-agent': `${brand.name}-Webhooks/1`,
        ...signedHeaders({ id, body, at: options.time.now() }, secrets),
      };
      try {
        const target = await Promise.race([findTarget(text, options), rejectAt(deadline)]);
        if (typeof target === 'string') return { code: 'failed', problem: problemTexts[target] };
        return await post(target, { signal: deadline, headers, body }, options);
      } catch (error) {
        return { code: 'failed', problem: deadline.aborted ? problemTexts.timeout : describe(error) };
      }
    },
  };
}

const limitMs = 10_000; // from the lookup of the host to the end of the response

const problemTexts = {
  invalid: 'The address is not valid.',
  unknown_host: 'There is no such host.',
  not_public: 'The host is not on the public internet.',
  timeout: 'There was no response in time.',
} as const;

interface Target {
  readonly url: URL;
  /** Undefined in test mode, where the system looks them up. */
  readonly addresses: readonly string[] | undefined;
}

async function findTarget(
  text: string,
  { isSandbox, resolve = resolveHost, isAllowed = isPublicAddress }: TransportOptions,
): Promise<Target | AddressProblem> {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || text.includes('#')) return 'invalid';
  if (url.protocol !== 'https:' && !(isSandbox && url.protocol === 'http:')) return 'invalid';
  if (isSandbox) return { url, addresses: undefined };
  const found = await resolve(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  const addresses = found.filter((address) => isAllowed(address));
  if (addresses.length === 0) return found.length === 0 ? 'unknown_host' : 'not_public';
  return { url, addresses };
}

interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

function post(
  { url, addresses }: Target,
  { body, headers, signal }: SignedRequest,
  { ca }: TransportOptions,
): Promise<WebhookResponse> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      {
        method: 'POST',
        signal,
        agent: false,
        ...(addresses ? { lookup: lookupOf(addresses) } : {}),
        ...(ca === undefined ? {} : { ca }),
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        readBeginning(response).then((text) => {
          sent.destroy();
          resolve({ code: 'responded', statusCode: response.statusCode ?? 0, text });
        }, reject);
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** Returns the addresses that were checked. Node skips the lookup of an IP address, which `findTarget` has checked too. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };

/** Reads at most `readBytesMax` bytes. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= readBytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, readBytesMax).toString('utf8');
}

const readBytesMax = 4096;

const rejectAt = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('time is up')), { once: true });
  });

/** The code of a failed connection, such as `ECONNREFUSED`. Messages are left out: they can contain internal addresses. */
const describe = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? `The connection failed: ${error.code}.`
    : 'The connection failed.';
