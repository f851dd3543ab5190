import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

/**
 * The server's log on standard output, one JSON object a line. Lines that come within a tenth of a second are written together:
 * under load, writing each by itself costs as much as all headers of an answer. What waits is written when the process
 * ends, unless it is killed.
 */
export const createLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({ level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] }, gatheredOutput());

const gatheredMs = 100;
const gatheredMax = 16_384;

function gatheredOutput(): DestinationStream {
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;
  function writeOut(): void {
    clearTimeout(timer);
    timer = undefined;
    if (gathered !== '') process.stdout.write(gathered);
    gathered = '';
  }
  process.on('exit', writeOut); // files, pipes and terminals are written at once
  process.stdout.on('error', () => undefined); // whoever read the log has gone: donors are served all the same
  return {
    write: (line) => {
      gathered += line;
      if (gathered.length >= gatheredMax) writeOut();
      else timer ??= setTimeout(writeOut, gatheredMs).unref();
    },
  };
}
