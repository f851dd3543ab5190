import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { errorCode } from '../start/refusal.ts';

export interface HttpCall {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The certificate authority to trust instead of the system's. */
  readonly ca?: string | undefined;
  /** If false, even an untrusted certificate is accepted, because certificates have their own check. */
  readonly needsTrust?: boolean;
}

export type HttpResponse =
  | {
      readonly code: 'responded';
      readonly status: number;
      readonly text: string;
      /** The other side's clock, from the `Date` header. */
      readonly date: Date | undefined;
      readonly receivedAt: Date;
    }
  | { readonly code: 'unreachable'; readonly reason: string };

const timeoutMs = 10_000;

/** Makes one call to a valid URL and does not follow redirects. Never rejects. */
export function callHttp(url: string, call: HttpCall = {}): Promise<HttpResponse> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void =>
      resolve({
        code: 'unreachable',
        reason: errorCode(error) ?? (error instanceof Error ? error.message : 'unknown'),
      });
    const options: RequestOptions = { method: call.method ?? 'GET', headers: { ...call.headers }, timeout: timeoutMs };
    const trust = { ca: call.ca, rejectUnauthorized: call.needsTrust ?? true };
    const request = url.startsWith('https:') ? requestHttps(url, { ...options, ...trust }) : requestHttp(url, options);
    request.on('timeout', () => request.destroy(new Error('no response within ten seconds')));
    request.on('error', fail);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () =>
        resolve({
          code: 'responded',
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          date: response.headers.date === undefined ? undefined : new Date(response.headers.date),
          receivedAt: new Date(),
        }),
      );
    });
    request.end(call.body);
  });
}

/** Parses a response as JSON; returns undefined if it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
