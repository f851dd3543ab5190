import { createHash } from 'node:crypto';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import * as z from 'zod/mini';
import type { RateLimitWindowRow } from '#server/db/tables/processes.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { RateLimits } from '#server/ports/rate-limits.ts';

/** Creates the rate limits of this process. Its id comes from `random`. */
export function createRateLimits({ clock, random }: Pick<Deps, 'clock' | 'random'>): RateLimits {
  const processId = Buffer.from(random.bytes(12)).toString('base64url');
  const unshared = new Map<string, Window>();
  let windowsElsewhere: ReadonlyMap<string, Window> = new Map();
  const callsElsewhere = (key: string, now: number): number => {
    if (windowsElsewhere.size === 0) return 0;
    const window = windowsElsewhere.get(storedKey(key));
    return window && window.endsAt > now ? window.calls : 0;
  };
  const createStore = (limitName: string): FastifyRateLimitStore => {
    const windows = new Map<string, Window>();
    return {
      incr: (caller, callback, windowMs, max) => {
        const now = clock.now().getTime();
        const window = countCall(windows, caller, { now, windowMs });
        const key = `${limitName} ${caller}`;
        if (window.calls * sharingDivisor >= max) unshared.set(key, window);
        callback(null, { current: window.calls + callsElsewhere(key, now), ttl: window.endsAt - now });
      },
      child: (options) => createStore(nameOf(options)),
    };
  };
  return {
    Store: storeClass(() => createStore('')),
    exchange: async (db) => {
      const now = clock.now().toISOString();
      const rows = [...unshared].map(([key, window]) => rowOf(processId, key, window));
      unshared.clear();
      if (rows.length > 0) await shareWindows(db, rows, now);
      windowsElsewhere = await readOtherProcesses(db, processId, now);
    },
  };
}

/** The calls of one caller under one limit, counted from the first call until the window ends. */
interface Window {
  readonly calls: number;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
}

/** Other processes are told about a caller who has used a tenth of a limit in this process. */
const sharingDivisor = 10;

/** How many callers a limit remembers. The next one replaces the caller whose window began first. */
const callersMax = 5000;

function countCall(
  windows: Map<string, Window>,
  caller: string,
  { now, windowMs }: { readonly now: number; readonly windowMs: number },
): Window {
  const open = windows.get(caller);
  const isOpen = open !== undefined && open.endsAt > now;
  const window = isOpen ? { ...open, calls: open.calls + 1 } : { calls: 1, endsAt: now + windowMs };
  if (!isOpen) windows.delete(caller); // a new window is the newest
  windows.set(caller, window);
  const [oldest] = windows.size > callersMax ? windows.keys() : [];
  if (oldest !== undefined) windows.delete(oldest);
  return window;
}

/** The plugin creates one child for each limited route, and one for each limit without a route. */
function nameOf(options: unknown): string {
  const { routeInfo } = limitOptions.parse(options);
  return `${String(routeInfo.method ?? '')} ${routeInfo.url ?? ''}`;
}

const limitOptions = z.object({
  routeInfo: z.object({
    method: z.optional(z.union([z.string(), z.array(z.string())])),
    url: z.optional(z.string()),
  }),
});

/** The plugin calls `new` on its store. */
const storeClass = (createStore: () => FastifyRateLimitStore): FastifyRateLimitStoreCtor =>
  class Store implements FastifyRateLimitStore {
    readonly #store = createStore();

    incr(...call: Parameters<FastifyRateLimitStore['incr']>): void {
      this.#store.incr(...call);
    }

    child(...options: Parameters<FastifyRateLimitStore['child']>): FastifyRateLimitStore {
      return this.#store.child(...options);
    }
  };

/** Hashes a key, because callers are addresses, and the database need not know them. */
const storedKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);

const rowOf = (processId: string, key: string, { calls, endsAt }: Window): RateLimitWindowRow => ({
  process_id: processId,
  limit_key: storedKey(key),
  calls,
  ends_at: new Date(endsAt).toISOString(),
});

const rowsAtOnce = 500;

/** Deletes the windows that have ended. Their keys are computed from network addresses. */
export const deleteEndedWindows = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<unknown> =>
  deleteWindowsBefore(db, clock.now().toISOString());

const deleteWindowsBefore = (db: Database, now: string): Promise<unknown> =>
  db.write.deleteFrom('rate_limit_windows').where('ends_at', '<=', now).execute();

/** Writes these rows, and deletes the windows that have ended, whichever process wrote them. */
async function shareWindows(db: Database, rows: readonly RateLimitWindowRow[], now: string): Promise<void> {
  await deleteWindowsBefore(db, now);
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db.write
      .insertInto('rate_limit_windows')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['process_id', 'limit_key']).doUpdateSet((e) => ({
          calls: e.ref('excluded.calls'),
          ends_at: e.ref('excluded.ends_at'),
        })),
      )
      .execute();
}

/** The windows of other processes that have not ended, added up by limit and caller. */
async function readOtherProcesses(db: Database, processId: string, now: string): Promise<ReadonlyMap<string, Window>> {
  const rows = await db.read
    .selectFrom('rate_limit_windows')
    .select(['limit_key', 'calls', 'ends_at'])
    .where('ends_at', '>', now)
    .where('process_id', '!=', processId)
    .execute();
  const sums = new Map<string, Window>();
  for (const { limit_key: key, calls, ends_at: endsAt } of rows) {
    const known = sums.get(key) ?? { calls: 0, endsAt: 0 };
    sums.set(key, { calls: known.calls + calls, endsAt: Math.max(known.endsAt, Date.parse(endsAt)) });
  }
  return sums;
}
