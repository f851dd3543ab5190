/**
 * `node tools/bootstrap.mjs tools/start.ts` installs the packages, including the pinned Node runtime, and runs the given tool
 * on it. With `NODE_ENV=production` it installs nothing, and needs no development packages, unless `--dev` comes first. On a
 * fresh clone nothing is installed yet, so this file and `bootstrap/` are plain JavaScript for Node 20 without dependencies. The
 * npm scripts call it directly, because npm runs no `pre…` scripts if `ignore-scripts` is set.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './bootstrap/exclusive.mjs';
import { installPackages } from './bootstrap/install-packages.mjs';
import { arePackagesInPlace, isStampCurrent, writeStamp } from './bootstrap/install-state.mjs';
import { runTool } from './bootstrap/run-tool.mjs';
import { checkRuntime, findRuntime, isOlder, nodeNeededToInstall } from './bootstrap/runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folder in which Node keeps compiled code. This halves the time of later starts. */
const compileCache = join(root, '.cache', 'compile');

const [option] = process.argv.slice(2, 3).filter((argument) => argument === '--dev');
const isProduction = process.env.NODE_ENV === 'production' && option === undefined;

async function prepare() {
  if (isOlder(process.versions.node, nodeNeededToInstall)) {
    throw new Error(`Node ${nodeNeededToInstall} or newer is needed; this is Node ${process.versions.node}.`);
  }
  if (isStampCurrent(root)) return;
  if (isProduction) {
    if (arePackagesInPlace(root, { isProduction })) return;
    throw new Error('The packages are missing or belong to another version. Run: npm ci --omit=dev');
  }

  mkdirSync(join(root, '.cache'), { recursive: true });
  await withLock(join(root, '.cache', 'install.lock'), async () => {
    if (!arePackagesInPlace(root)) await installPackages(root);
    checkRuntime(root);
    writeStamp(root);
  });
}

try {
  await prepare();
  const [tool, ...toolArguments] = process.argv.slice(option === undefined ? 2 : 3);
  // not with `--dev`: tests would fill the cache
  const environment = option === undefined ? { NODE_COMPILE_CACHE: compileCache, ...process.env } : process.env;
  if (tool !== undefined) process.exitCode = await runTool(findRuntime(root), [tool, ...toolArguments], environment);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
