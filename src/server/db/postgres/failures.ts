import pg from 'pg';

/** The code with which PgBouncer reports that it has no server, or has lost it. */
const poolerCode = '08P01';

/** SQLSTATE codes of a server that is stopping, starting or recovering (class 57), and of a pooler without a server. */
const downCodes = new Set(['57P01', '57P02', '57P03', poolerCode]);

/** SQLSTATE codes of a server that cannot serve now: no free connection, full disk, out of memory, read-only standby. */
const overloadedCodes = new Set(['53000', '53100', '53200', '53300', '25006']);

/** Returns true if an error means that no server responds, or that it is stopping, starting or recovering. */
export const isServerDown = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || downCodes.has(error.code ?? '');

/** Returns true if a statement failed because of the server's state, not because of the statement. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (downCodes.has(error.code ?? '') || overloadedCodes.has(error.code ?? ''));
