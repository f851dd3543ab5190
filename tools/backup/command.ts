import { ConfigError } from '#server/config/config.ts';
import { Refusal } from '../start/refusal.ts';

/** Runs a command about backups, and exits with its code; with 1 and one sentence when something is refused. */
export async function runBackupCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof Refusal) && !isUnknownOption(error)) throw error;
    process.stderr.write(`${error instanceof Error ? error.message : ''}\n`);
    process.exitCode = 1;
  }
}

/** Node's own refusal of an option that a command does not have. */
const isUnknownOption = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
