import { spawn, type SpawnOptions } from 'node:child_process';

/** A command's output, in order, and its exit code. The code is null if a signal ended the command or it was not found. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs a command without showing its output. Never rejects, even when the program does not exist. */
export function runCommand(
  program: string,
  commandArguments: readonly string[],
  options: SpawnOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(program, commandArguments, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (output += data.toString()));
    child.on('error', (error) => resolve({ exitCode: null, output: error.message }));
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}
