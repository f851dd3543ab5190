/** Sends webhooks, only to addresses on the public internet; in test mode to any address. */
export interface WebhookTransport {
  /** Returns what is wrong with an address; undefined if webhooks can be sent to it. */
  check(url: string): Promise<AddressProblem | undefined>;
  /** Signs a message with each secret, and posts it. */
  post(url: string, message: WebhookMessage): Promise<WebhookResponse>;
}

export interface WebhookMessage {
  /** The same for every attempt. */
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
}

export type AddressProblem = 'invalid' | 'unknown_host' | 'not_public';

export type WebhookResponse =
  | { readonly code: 'responded'; readonly statusCode: number; readonly text: string }
  | { readonly code: 'failed'; readonly problem: string };
