import type { Deps } from './deps.ts';

/** Decides which process does the scheduled work that one process does for all. */
export interface ScheduleLease {
  /** Resolves to true if this process does that work now. Never rejects. */
  isHeld(): Promise<boolean>;
  /** Gives the lease back, so that no other process has to wait until it expires. */
  release(): Promise<void>;
}

/**
 * A lease in the database (decision 0159); its holder renews it by asking whether it still holds it. It only saves work: the
 * rounds are safe in two processes together, so a process that was frozen may finish its round after another one has taken the
 * lease. With SQLite there is one process, which always holds it.
 */
export const createScheduleLease = (deps: LeaseDeps): ScheduleLease =>
  deps.db.engine === 'sqlite' ? { isHeld: async () => true, release: async () => undefined } : sharedLease(deps);

type LeaseDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log'>;

function sharedLease({ db, clock, random, log }: LeaseDeps): ScheduleLease {
  const processId = Buffer.from(random.bytes(12)).toString('base64url');
  let heldUntil = -Infinity;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    const now = clock.now().getTime();
    askedAt = now;
    try {
      heldUntil = (await takeLease(db.write, processId, now)) ? now + leaseMs : -Infinity;
    } catch (error) {
      log.warn({ err: error }, 'the lease of the schedule could not be renewed');
    }
  };
  return {
    isHeld: async () => {
      const now = clock.now().getTime();
      const pauseMs = now < heldUntil ? renewalMs : leasePauseMs;
      if (Math.abs(now - askedAt) >= pauseMs) asking ??= ask().finally(() => (asking = undefined)); // the clock can be set back
      await asking;
      return clock.now().getTime() < heldUntil;
    },
    release: async () => {
      await asking;
      if (heldUntil === -Infinity) return;
      heldUntil = -Infinity;
      await db.write
        .deleteFrom('schedule_lease')
        .where('process_id', '=', processId)
        .execute()
        .catch(() => undefined); // it expires
    },
  };
}

export const leaseMs = 15_000;
const renewalMs = 5000;

/** How long a process without the lease waits before it asks again. */
export const leasePauseMs = 2000;

/** No clock is this far ahead: a lease that lasts longer was taken before the clock was set back. */
const clockErrorMs = 10 * 60 * 1000;

/** Takes the lease if it is free or expired, or renews it if it is ours. Resolves to true if it is ours now. */
async function takeLease(db: Deps['db']['write'], processId: string, now: number): Promise<boolean> {
  const at = (ms: number): string => new Date(now + ms).toISOString();
  const lease = { process_id: processId, expires_at: at(leaseMs) };
  const taken = await db
    .insertInto('schedule_lease')
    .values({ number: 1, ...lease })
    .onConflict((conflict) =>
      conflict
        .column('number')
        .doUpdateSet(lease)
        .where((e) =>
          e.or([
            e('schedule_lease.process_id', '=', processId),
            e('schedule_lease.expires_at', '<=', at(0)),
            e('schedule_lease.expires_at', '>', at(leaseMs + clockErrorMs)),
          ]),
        ),
    )
    .returning('process_id')
    .executeTakeFirst();
  return taken !== undefined;
}
