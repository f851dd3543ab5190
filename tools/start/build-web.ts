import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { withLock } from '../bootstrap/exclusive.mjs';
import { inProject, rootPath } from './paths.ts';
import { showStep } from './progress.ts';
import { Refusal } from './refusal.ts';
import { computeFingerprint } from './web-fingerprint.ts';

const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href;
const stampPath = inProject('dist', 'web.stamp');

/**
 * Builds `dist/web` unless it is up to date. Concurrent builds in one folder wait for each other. Rejects with a Refusal that
 * contains the build's output when it fails.
 */
export async function buildWebIfStale(show: typeof showStep = showStep): Promise<void> {
  if (isUpToDate()) return;
  if (!existsSync(inProject('node_modules', 'vite'))) throw new Refusal(cannotBuild);
  mkdirSync(inProject('.cache'), { recursive: true });
  await withLock(inProject('.cache', 'build.lock'), async () => {
    if (!isUpToDate()) await show('Building the pages', runBuild);
  });
}

/** Without the development packages, as in production. */
const cannotBuild =
  'The built pages in dist are missing or belong to another version, and the packages that build them are not installed. Run npm run build where they are, and copy dist from there.';

/** Runs a build, and notes what it was made from: sources that change during the build make it out of date. */
export async function buildWithStamp(build: () => Promise<void>): Promise<void> {
  const fingerprint = computeFingerprint(rootPath);
  rmSync(stampPath, { force: true });
  await build();
  writeFileSync(stampPath, fingerprint);
}

const isUpToDate = (): boolean =>
  existsSync(inProject('dist', 'web', 'index.html')) &&
  existsSync(inProject('dist', 'mails', 'mails.js')) &&
  existsSync(stampPath) &&
  readFileSync(stampPath, 'utf8') === computeFingerprint(rootPath);

/** Runs in a separate process, which frees the build's memory and loads changed modules again. */
function runBuild(): Promise<void> {
  return new Promise((resolve, reject) => {
    const build = spawn(process.execPath, ['--import', exitWithParent, 'tools/build.ts'], {
      cwd: rootPath,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    for (const stream of [build.stdout, build.stderr])
      stream?.on('data', (data: Buffer) => (output += data.toString()));
    build.on('error', reject);
    build.on('close', (exitCode) => {
      if (exitCode === 0) resolve();
      else reject(new Refusal(`${output.trimEnd()}\nThe pages could not be built; the reason is above.`));
    });
  });
}
