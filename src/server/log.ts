import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

/**
 * The server's log on standard output, one JSON object a line. Lines are written beside the work, and together when many
 * come within a tenth of a second: a write for each costs more than all headers of an answer. What waits is written when the
 * process ends, unless it is killed.
 */
export const createLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino(
    { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    pino.destination({ dest: 1, sync: false, minLength: gatheredBytes, periodicFlush: gatheredMs }),
  );

const gatheredBytes = 4096;
const gatheredMs = 100;
