import type { Installer } from './install-programs.ts';
import { startPostgresCluster } from './postgres-cluster.ts';
import { provideTestPrograms } from './test-programs.ts';

/** The variables by which tests find what they need; each is a place or the sentence that says what is missing. */
export const testVariables = [
  'TEST_POSTGRES_URL',
  'TEST_POSTGRES_PROBLEM',
  'TEST_CHROMIUM_PATH',
  'TEST_CHROMIUM_PROBLEM',
] as const;

/** What was provided for one run of the tests. */
export interface TestEnvironment {
  readonly variables: Partial<Record<(typeof testVariables)[number], string>>;
  stop(): Promise<void>;
}

/** Finds the browser, starts a throw-away PostgreSQL cluster, and says in variables where both are, or why they are not. */
export async function provideTestEnvironment(
  environment: NodeJS.ProcessEnv,
  installer: Installer,
): Promise<TestEnvironment> {
  const { chromium, postgres } = await provideTestPrograms(environment, installer);
  const browser =
    'path' in chromium ? { TEST_CHROMIUM_PATH: chromium.path } : { TEST_CHROMIUM_PROBLEM: chromium.problem };
  if ('problem' in postgres) {
    return { variables: { ...browser, TEST_POSTGRES_PROBLEM: postgres.problem }, stop: async () => {} };
  }
  try {
    const cluster = await startPostgresCluster(postgres.path);
    return { variables: { ...browser, TEST_POSTGRES_URL: cluster.url }, stop: () => cluster.stop() };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { variables: { ...browser, TEST_POSTGRES_PROBLEM: problem }, stop: async () => {} };
  }
}
