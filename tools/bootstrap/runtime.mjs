import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest Node that can run the installation. */
export const nodeNeededToInstall = '20.0.0';

/** The oldest Node that runs `.ts` files as they are; only asked for where the pinned runtime has no build. */
export const nodeNeededToRun = '22.18.0';

/** True when version `left` comes before version `right`; both are `major.minor.patch`. */
export function isOlder(left, right) {
  const leftParts = left.split('.').map((part) => Number.parseInt(part, 10));
  const rightParts = right.split('.').map((part) => Number.parseInt(part, 10));
  const differing = leftParts.findIndex((part, position) => part !== rightParts[position]);
  return differing !== -1 && leftParts[differing] < rightParts[differing];
}

/** The Node that runs the tools: the pinned one, or the machine's own where the platform has no pinned build. */
export function findRuntime(root) {
  return findPinned(root) ?? process.execPath;
}

/**
 * Proves that the runtime starts. Where the pinned build is missing or does not run (a musl system, for example), the machine's
 * own Node takes its place if it is new enough; otherwise this throws one sentence.
 */
export function checkRuntime(root) {
  const pinned = findPinned(root);
  if (pinned !== undefined) {
    if (spawnSync(pinned, ['--version']).status === 0) return;
    // A build that cannot run here would hide the machine's Node from npm scripts.
    for (const program of [pinned, join(root, 'node_modules', '.bin', 'node')]) rmSync(program, { force: true });
  }
  const platform = `${process.platform}-${process.arch}`;
  if (isOlder(process.versions.node, nodeNeededToRun)) {
    throw new Error(
      `There is no pinned Node runtime for ${platform}, and Node ${process.versions.node} cannot take its place: ` +
        `install Node ${nodeNeededToRun} or newer.`,
    );
  }
  console.log(
    `There is no pinned Node runtime for ${platform}; running on this machine's Node ${process.versions.node}.`,
  );
}

/** The runtime's package is an optional dependency per platform, of which npm installs the one that fits. */
function findPinned(root) {
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const fileName = process.platform === 'win32' ? 'node.exe' : 'node';
  return Object.keys(optionalDependencies)
    .map((name) => join(root, 'node_modules', name, 'bin', fileName))
    .find((program) => existsSync(program));
}
