import { webhookSentences } from '#contract/admin/webhooks.ts';
import type { Deps } from '#server/deps.ts';
import type { AddressProblem } from '#server/ports/webhook-transport.ts';

/** Explains why nothing may be sent to an address; undefined if sending is allowed. */
export async function checkAddress({ webhooks }: Deps, url: string): Promise<string | undefined> {
  const problem = await webhooks.check(url);
  return problem && problemSentences[problem];
}

const problemSentences: Readonly<Record<AddressProblem, string>> = {
  invalid: webhookSentences.urlInvalid,
  unknown_host: webhookSentences.hostUnknown,
  not_public: webhookSentences.hostPrivate,
};
