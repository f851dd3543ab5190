import * as z from 'zod/mini';
import { readDispute } from '#server/payments/stripe/dispute-event.ts';
import type { FetchedDispute } from '#server/ports/provider.ts';

/** A provider's disputes as known from its messages: the newest state of each. */
export interface StubDisputes {
  /** Remembers the dispute of a message, unless a newer state of the dispute is known. */
  remember(rawBody: Buffer): void;
  fetch(disputeId: string): FetchedDispute;
}

export function stubDisputes(): StubDisputes {
  const disputes = new Map<string, z.infer<typeof disputeSchema>>();
  return {
    remember: (rawBody) => {
      const { data: message } = messageSchema.safeParse(JSON.parse(rawBody.toString('utf8')));
      if (!message) return;
      const dispute = message.data.object;
      const known = disputes.get(dispute.id);
      if (!known || ageOf(dispute) >= ageOf(known)) disputes.set(dispute.id, dispute);
    },
    fetch: (disputeId) => {
      const dispute = disputes.get(disputeId);
      return dispute ? readDispute(dispute, false) : { code: 'not_found' };
    },
  };
}

const disputeSchema = z.looseObject({
  id: z.string(),
  object: z.literal('dispute'),
  status: z.string(),
  balance_transactions: z.array(z.unknown()),
});
const messageSchema = z.object({ data: z.object({ object: disputeSchema }) });

/** Returns a number that grows with each movement of the dispute's money, and with its end. */
function ageOf({ status, balance_transactions: moved }: z.infer<typeof disputeSchema>): number {
  const isClosed = ['won', 'lost', 'prevented', 'warning_closed'].includes(status);
  return moved.length * 2 + (isClosed ? 1 : 0);
}
