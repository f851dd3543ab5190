import * as z from 'zod/mini';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { JobHandler } from '#server/outbox/worker.ts';

/** Enqueues the expiry of an intent's extra checkout session, so that no one can pay on its page. */
export const expireSessionLater = (deps: Deps, tx: Tx, sessionId: string): Promise<void> =>
  enqueue(deps, tx, { kind: 'expire_session', dedupeKey: `expire_session:${sessionId}`, payload: { sessionId } });

const payloadSchema = z.object({ sessionId: z.string() });

export const expireSessionJob: JobHandler = async (deps, job) => {
  const { sessionId } = payloadSchema.parse(JSON.parse(job.payload));
  const expired = await deps.cards.expireSession(sessionId);
  if (expired.code === 'unavailable') throw new Error(`the provider did not expire the session: ${expired.detail}`);
};
