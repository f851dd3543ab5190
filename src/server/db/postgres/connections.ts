import pg from 'pg';
import { DatabaseUnavailable, type ConnectionCounts } from '../database.ts';
import { isServerDown, isUnavailable } from './failures.ts';
import { watchForOutage, type OutageWatch } from './outage.ts';
import { watchSilence, type SilenceWatch } from './silence.ts';

/** How the server reaches PostgreSQL. */
export interface PostgresOptions {
  /** Multiplies the time limits, except that of a job's statement. */
  readonly timeLimitFactor?: number;
  /** True if the URL leads to a pooler, which can run each transaction on another connection. */
  readonly hasDatabasePooler?: boolean;
}

/** How long callers wait for each statement. */
export type Patience = 'request' | 'job';

/** A connection that belongs to one caller until it is released. */
export interface Connection {
  query(statement: pg.QueryConfig<unknown[]>): Promise<pg.QueryResult<object>>;
  /** Returns the connection to the pool. A broken one is discarded. */
  release(): void;
}

/** The connections to one PostgreSQL server. */
export interface Connections {
  acquire(patience: Patience): Promise<Connection>;
  readonly counts: () => ConnectionCounts;
  readonly close: () => Promise<void>;
}

/** When the server is silent, a request is refused within 3 seconds: its statement and the failed probe after it take 2.5. */
const limitsMs = (factor: number) => ({
  connect: 1500 * factor,
  statement: { request: 1700 * factor, job: 10 * 60 * 1000 },
  /** How long a statement can stay without a response before the server is probed. */
  silence: 1700 * factor,
  probe: 800 * factor,
  /** How long a caller waits for a connection when all are in use. */
  acquire: 5000 * factor,
});

type LimitsMs = ReturnType<typeof limitsMs>;

const probeRetryMs = 500;
const keepAliveMs = 10_000;

/** How often the server checks that the caller of a running statement is still there. */
const abandonedCheckMs = 500;

const connectionsMax = 10;

/**
 * Opens connections as callers need them. Every failure to reach the server is thrown as DatabaseUnavailable. A connection
 * that stays silent is discarded. When the server is down, all connections are discarded and callers are refused immediately,
 * until a probe succeeds. `onIdleError` receives the errors of idle connections.
 */
export function openConnections(
  server: Server,
  onIdleError: (error: Error) => void,
  { timeLimitFactor, hasDatabasePooler }: Required<PostgresOptions>,
): Connections {
  const limits = limitsMs(timeLimitFactor);
  const { pool, live, broken } = openPool(server, onIdleError, limits);
  const silences = new WeakMap<pg.PoolClient, SilenceWatch>();
  const used = new WeakSet<pg.PoolClient>();
  const waiting = new Set<(cause: Error) => void>();
  const outage = watchForOutage({
    probe: () => probe(server, limits.probe),
    retryMs: probeRetryMs,
    onBegin: (cause) => {
      for (const refuse of waiting) refuse(cause);
      for (const client of live) discard(client, cause);
    },
  });
  pool.on('connect', (client) => void silences.set(client, watchClient(client, outage, limits.silence)));
  const send = async (client: pg.PoolClient, statement: pg.QueryConfig<unknown[]>, patience: Patience) => {
    const silence = silences.get(client);
    silence?.sent(limits.statement[patience]);
    try {
      return await client.query<object>(statement);
    } catch (error) {
      if (!broken.has(client) && !isUnavailable(error)) throw error;
      outage.check();
      throw new DatabaseUnavailable(error);
    } finally {
      silence?.responded();
    }
  };
  return {
    acquire: async (patience) => {
      const client = await acquireClient(pool, waiting, outage);
      const connection: Connection = {
        query: (statement) => send(client, hasDatabasePooler ? withoutName(statement) : statement, patience),
        release: () => client.release(broken.has(client)),
      };
      if (!used.has(client) && !hasDatabasePooler) await endAbandonedStatements(connection);
      used.add(client);
      return connection;
    },
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      outage.stop();
      if (!pool.ending) await pool.end();
    },
  };
}

type Server = Pick<pg.PoolConfig, 'connectionString' | 'types'>;

/** A pooler may run the next statement on another connection, which does not know the name. */
const withoutName = ({ text, values }: pg.QueryConfig<unknown[]>): pg.QueryConfig<unknown[]> => ({
  text,
  ...(values ? { values } : {}),
});

/** The pool, with its open connections and those that have failed. */
function openPool(server: Server, onIdleError: (error: Error) => void, { connect, acquire }: LimitsMs) {
  const pool = new pg.Pool({
    ...server,
    max: connectionsMax,
    connectionTimeoutMillis: acquire,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    Client: clientConnectingWithin(connect),
  });
  const live = new Set<pg.PoolClient>();
  const broken = new WeakSet<pg.PoolClient>();
  pool.on('error', (error) => {
    Reflect.deleteProperty(error, 'client'); // the pool's addition, which has the server's cancel key
    onIdleError(error);
  });
  pool.on('connect', (client) => {
    live.add(client);
    // The caller's query rejects too. Without a listener, a connection lost while in use would end the process.
    client.on('error', () => void broken.add(client));
  });
  pool.on('remove', (client) => void live.delete(client));
  return { pool, live, broken };
}

const watchClient = (client: pg.PoolClient, outage: OutageWatch, silentAfterMs: number): SilenceWatch =>
  watchSilence({
    silentAfterMs,
    onSilent: () => outage.check(),
    onEnd: (waitedMs) => discard(client, new Error(`no response within ${waitedMs} ms`)),
  });

/** Waits for a client in the pool's queue. `waiting` contains, for each waiting caller, a function that refuses the caller. */
function acquireClient(
  pool: pg.Pool,
  waiting: Set<(cause: Error) => void>,
  outage: OutageWatch,
): Promise<pg.PoolClient> {
  if (outage.cause) return Promise.reject(new DatabaseUnavailable(outage.cause));
  return new Promise((resolve, reject) => {
    const refuse = (cause: Error): void => {
      waiting.delete(refuse);
      reject(new DatabaseUnavailable(cause));
    };
    waiting.add(refuse);
    pool.connect((error, client) => {
      const isWaiting = waiting.delete(refuse);
      if (client && isWaiting) resolve(client);
      else client?.release(); // its caller has been refused already
      if (client || !isWaiting) return;
      outage.check();
      reject(new DatabaseUnavailable(error));
    });
  });
}

/**
 * Makes the server end a statement when its connection closes. Otherwise a refused statement that waits for a lock would keep
 * its place on the server, and take effect when the lock becomes free. Behind a pooler, the database role must have this setting
 * (decision 0145).
 */
async function endAbandonedStatements(connection: Connection): Promise<void> {
  try {
    await connection.query({ text: `set client_connection_check_interval = ${abandonedCheckMs}` });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) return; // PostgreSQL on Windows lacks this setting
    connection.release();
    throw error;
  }
}

/** A client with its own limit for connecting: the pool's limit also includes the wait for a free connection. */
const clientConnectingWithin = (connectionTimeoutMillis: number): typeof pg.Client =>
  class LimitedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis });
    }
  };

/** Closes a connection without waiting for the server. Its statement rejects with the cause. */
const discard = (client: pg.PoolClient, cause: Error): void => void client.connection.stream.destroy(cause);

/** Rejects if the server does not respond on a new connection. A server that refuses us is not down. */
async function probe(server: Server, limitMs: number): Promise<void> {
  const client = new pg.Client({
    ...server,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on('error', () => undefined); // the pending call rejects too
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    if (isServerDown(error)) throw error;
  } finally {
    void client.end().catch(() => undefined);
  }
}
