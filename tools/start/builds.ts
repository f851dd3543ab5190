import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { withLock } from '../bootstrap/exclusive.mjs';
import { computeFingerprint } from './fingerprint.ts';
import { inProject, rootPath } from './paths.ts';
import { showStep } from './progress.ts';
import { Refusal } from './refusal.ts';

/** The built server's main file, from the project's root. */
export const builtServer = 'dist/server/main.js';

/** The builds, with their sources and results. Each is built again only when its own sources have changed. */
export const builds = {
  /** The pages, their renderer and the emails. */
  pages: {
    title: 'Building the pages',
    inputs: [
      'package-lock.json',
      'vite.config.ts',
      'public',
      'src/contract',
      'src/domain',
      'src/mails',
      'src/server/http/rendering',
      'src/web',
      'tools/build*',
    ],
    outputs: ['dist/web/index.html', 'dist/page-renderer/entry-server.js', 'dist/mails/mails.js'],
  },
  server: {
    title: 'Building the server',
    inputs: ['package-lock.json', 'src/contract', 'src/domain', 'src/server', 'tools/build/build-server.ts'],
    outputs: [builtServer],
  },
} as const;

/** A name in `builds`. */
export type Build = keyof typeof builds;

/**
 * Builds those of the named parts that are out of date. Concurrent builds in one folder wait for each other. Rejects with a
 * Refusal that contains the build's output when it fails.
 */
export async function buildIfStale(names: readonly Build[], show: typeof showStep = showStep): Promise<void> {
  for (const name of names) {
    if (isUpToDate(name)) continue;
    if (!existsSync(inProject('node_modules', 'vite'))) throw new Refusal(cannotBuild);
    mkdirSync(inProject('.cache'), { recursive: true });
    await withLock(inProject('.cache', 'build.lock'), async () => {
      if (!isUpToDate(name)) await show(builds[name].title, () => runBuild(name));
    });
  }
}

/** Builds the server if it is out of date, and the pages only if there are none. Meant for tests of processes. */
export const buildForProcesses = (): Promise<void> =>
  buildIfStale(isComplete('pages') ? ['server'] : ['pages', 'server']);

/** The refusal if the development packages are missing, as in production. */
const cannotBuild =
  'The build in dist is missing or belongs to another version, and the packages that build it are not installed. Run npm run build where they are installed, and copy dist from there.';

/** Runs a build, and records the fingerprint that its sources had before: a change during the build makes it out of date. */
export async function buildWithStamp(name: Build, build: () => Promise<void>): Promise<void> {
  const fingerprint = fingerprintOf(name);
  rmSync(stampPath(name), { force: true });
  await build();
  writeFileSync(stampPath(name), fingerprint);
}

const fingerprintOf = (name: Build): string => computeFingerprint(rootPath, builds[name].inputs);

const stampPath = (name: Build): string => inProject('dist', `${name}.stamp`);

const isComplete = (name: Build): boolean =>
  existsSync(stampPath(name)) && builds[name].outputs.every((path) => existsSync(inProject(path)));

const isUpToDate = (name: Build): boolean =>
  isComplete(name) && readFileSync(stampPath(name), 'utf8') === fingerprintOf(name);

/** Runs the build in a separate process, which frees its memory afterward and loads changed modules again. */
function runBuild(name: Build): Promise<void> {
  return new Promise((resolve, reject) => {
    const build = spawn(process.execPath, ['--import', exitWithParent, 'tools/build.ts', name], {
      cwd: rootPath,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    for (const stream of [build.stdout, build.stderr])
      stream?.on('data', (data: Buffer) => (output += data.toString()));
    build.on('error', reject);
    build.on('close', (exitCode) => {
      if (exitCode === 0) resolve();
      else reject(new Refusal(`${output.trimEnd()}\nThe build failed; the reason is above.`));
    });
  });
}

const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href;
