import { execFile } from 'node:child_process';
import { compileCachePath, inProject } from '#tools/start/paths.ts';
import type { TestApp } from './start-app.ts';

export interface ToolRun {
  readonly exitCode: number | string | null | undefined;
  readonly output: string;
}

/** Runs an operator's tool in a new process, on the database of an app. The list is the tool's file, then its arguments. */
export function runTool(
  { deps: { config } }: TestApp,
  [tool = '', ...toolArguments]: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<ToolRun> {
  const environment = {
    ...process.env,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? '',
    NODE_COMPILE_CACHE: compileCachePath, // as the npm scripts set it
    ...variables,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', inProject('tools', tool), ...toolArguments],
      { cwd: inProject(), env: environment },
      (error, stdout, stderr) => resolve({ exitCode: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}
