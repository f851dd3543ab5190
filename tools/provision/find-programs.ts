import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.ts';

/** The names of browsers. The headless shell is first: it has the same engine at half the cost, because it draws no window. */
const chromiumNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const chromiumOnMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const debianPostgresFolder = '/usr/lib/postgresql';

/** Path of a browser that tests can drive, or undefined. `CHROMIUM_PATH` overrides the search. */
export function findChromium(environment: NodeJS.ProcessEnv): string | undefined {
  const chosen = environment['CHROMIUM_PATH'];
  if (chosen) return isExecutable(chosen) ? chosen : undefined;
  const candidates = searchFolders(environment).flatMap((folder) => chromiumNames.map((name) => join(folder, name)));
  return [...candidates, chromiumOnMac].find(isExecutable);
}

/** Folder with PostgreSQL's `initdb` and `postgres`, or undefined. Debian keeps them outside PATH. */
export const findPostgres = (environment: NodeJS.ProcessEnv): Promise<string | undefined> =>
  findPostgresPrograms(environment, ['initdb', 'postgres']);

/** Folder with these programs of PostgreSQL, or undefined. */
export async function findPostgresPrograms(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
): Promise<string | undefined> {
  const hasAll = (folder: string): boolean => names.every((name) => isExecutable(join(folder, name)));
  const { exitCode, output } = await runCommand('pg_config', ['--bindir'], { env: environment });
  const configured = exitCode === 0 ? [output.trim()] : [];
  return [...searchFolders(environment), ...configured, ...debianPostgresFolders()].find(hasAll);
}

/** Paths of `python3` and `openssl`, which the second receipt verifier needs; undefined if either is missing. */
export function findVerifierPrograms(environment: NodeJS.ProcessEnv): VerifierPrograms | undefined {
  const [python, openssl] = ['python3', 'openssl'].map((name) =>
    searchFolders(environment)
      .map((folder) => join(folder, name))
      .find(isExecutable),
  );
  return python === undefined || openssl === undefined ? undefined : { python, openssl };
}

export interface VerifierPrograms {
  readonly python: string;
  readonly openssl: string;
}

const searchFolders = (environment: NodeJS.ProcessEnv): string[] =>
  (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');

function debianPostgresFolders(): string[] {
  if (!existsSync(debianPostgresFolder)) return [];
  const newestFirst = readdirSync(debianPostgresFolder).toSorted((left, right) => Number(right) - Number(left));
  return newestFirst.map((version) => join(debianPostgresFolder, version, 'bin'));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // missing or not executable by us: keep looking
  }
}
