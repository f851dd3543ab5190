import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject, rootPath } from '../start/paths.ts';
import { countResults, type Outcome } from './count-results.ts';

/** Runs vitest in this terminal with the given arguments and counts its results. `onStart` receives its process. */
export async function runVitest(
  vitestArguments: readonly string[],
  environment: NodeJS.ProcessEnv,
  onStart: (vitest: ChildProcess) => void = () => {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'));
  const reportPath = join(folder, 'report.json');
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
      const command = [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', ...reporters, ...vitestArguments];
      // With NODE_ENV=production, React omits what its tests need.
      const vitest = spawn(process.execPath, command, {
        cwd: rootPath,
        env: { ...environment, NODE_ENV: 'test', ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) },
        stdio: 'inherit',
      });
      vitest.on('error', reject);
      vitest.on('close', resolve);
      onStart(vitest);
    });
    return countResults(
      existsSync(reportPath) ? JSON.parse(readFileSync(reportPath, 'utf8')) : undefined,
      exitCode,
      rootPath,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
