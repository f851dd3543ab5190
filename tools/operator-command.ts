import { startProblem } from '#server/start-problem.ts';
import { Refusal } from './start/refusal.ts';

/** Runs a command and exits with its code. If the operator can fix what stops it, prints one sentence and exits with 1. */
export async function runOperatorCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const sentence = error instanceof Refusal || isUnknownOption(error) ? error.message : startProblem(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1); // even if a connection is still open
  }
}

/** Returns true for Node's error about an option that a command does not have. */
const isUnknownOption = (error: unknown): error is TypeError =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
