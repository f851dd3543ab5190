/**
 * `node tools/bootstrap.mjs tools/start.ts` installs the packages, including the pinned Node runtime, and runs the given
 * tool on it. On a fresh clone nothing is installed yet, so this file and `bootstrap/` are plain JavaScript for Node 20
 * without dependencies. The npm scripts call it directly, because npm runs no `pre…` scripts where `ignore-scripts` is set.
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

async function prepare() {
  if (isOlder(process.versions.node, nodeNeededToInstall)) {
    throw new Error(`Node ${nodeNeededToInstall} or newer is needed; this is Node ${process.versions.node}.`);
  }
  if (isStampCurrent(root)) return;

  mkdirSync(join(root, '.cache'), { recursive: true });
  await withLock(join(root, '.cache', 'install.lock'), async () => {
    if (!arePackagesInPlace(root)) await installPackages(root);
    checkRuntime(root);
    writeStamp(root);
  });
}

try {
  await prepare();
  const [tool, ...toolArguments] = process.argv.slice(2);
  if (tool !== undefined) process.exitCode = await runTool(findRuntime(root), [tool, ...toolArguments]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
