import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import type { Installer } from './install-programs.ts';
import { startPostgresCluster } from './postgres-cluster.ts';
import { provideTestPrograms } from './test-programs.ts';

/** The variables that tell tests where to find programs and the database, or which of them are missing. */
export const testVariables = [
  'TEST_POSTGRES_URL',
  'TEST_POSTGRES_PROBLEM',
  'TEST_CHROMIUM_PATH',
  'TEST_CHROMIUM_PROBLEM',
  'TEST_PYTHON_PATH',
  'TEST_OPENSSL_PATH',
  'TEST_PYTHON_PROBLEM',
] as const;

/** The variables of a test run, and a way to stop the programs that were started for it. */
export interface TestEnvironment {
  readonly variables: Partial<Record<(typeof testVariables)[number], string>>;
  stop(): Promise<void>;
}

/**
 * Finds the browser and Python, and starts a temporary PostgreSQL cluster. The variables say where each of them is, or why it is
 * missing.
 */
export async function provideTestEnvironment(
  environment: NodeJS.ProcessEnv,
  installer: Installer,
): Promise<TestEnvironment> {
  const memoryFolder = makeMemoryFolder();
  if (memoryFolder !== undefined) process.env['TMPDIR'] = memoryFolder; // for this process and its children
  const { chromium, postgres, verifier } = await provideTestPrograms(environment, installer);
  const browser =
    'path' in chromium ? { TEST_CHROMIUM_PATH: chromium.path } : { TEST_CHROMIUM_PROBLEM: chromium.problem };
  const found = {
    ...browser,
    ...('problem' in verifier
      ? { TEST_PYTHON_PROBLEM: verifier.problem }
      : { TEST_PYTHON_PATH: verifier.python, TEST_OPENSSL_PATH: verifier.openssl }),
  };
  if ('problem' in postgres) {
    return { variables: { ...found, TEST_POSTGRES_PROBLEM: postgres.problem }, stop: async () => {} };
  }
  try {
    const cluster = await startPostgresCluster(postgres.path);
    return { variables: { ...found, TEST_POSTGRES_URL: cluster.url }, stop: () => cluster.stop() };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { variables: { ...found, TEST_POSTGRES_PROBLEM: problem }, stop: async () => {} };
  }
}

/**
 * Creates a folder for temporary files in memory, if there is enough of it: on a disk, test databases would wait at every
 * commit. The folder is removed when this process ends.
 */
function makeMemoryFolder(): string | undefined {
  if (!hasRoom()) return undefined;
  const folder = mkdtempSync(`${memoryFileSystem}/test-`);
  chmodSync(folder, 0o711); // PostgreSQL may run as another user, who must reach its folder below this one
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFileSystem);
    return bavail * bsize >= neededBytes;
  } catch {
    return false; // not Linux
  }
}

const memoryFileSystem = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;
