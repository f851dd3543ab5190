import type { OutboxRound } from '#server/outbox/worker.ts';

/** Returns the result of an outbox round in which only these jobs ended. */
export const roundOf = (ended: Partial<OutboxRound>): OutboxRound => ({
  done: 0,
  no_recipient: 0,
  expired: 0,
  paused: 0,
  postponed: 0,
  unavailable: 0,
  dead: 0,
  ...ended,
});
