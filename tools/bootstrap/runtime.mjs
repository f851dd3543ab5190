import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest Node that can run the installation. */
export const nodeNeededToInstall = '20.0.0';

/** The oldest Node that runs `.ts` files directly; needed only if the pinned runtime has no build for the platform. */
export const nodeNeededToRun = '22.18.0';

/** Returns true if version `left` is older than `right`; both are `major.minor.patch`. */
export function isOlder(left, right) {
  const leftParts = left.split('.').map((part) => Number.parseInt(part, 10));
  const rightParts = right.split('.').map((part) => Number.parseInt(part, 10));
  const differing = leftParts.findIndex((part, position) => part !== rightParts[position]);
  return differing !== -1 && leftParts[differing] < rightParts[differing];
}

/** The pinned Node, or the machine's own if the platform has no pinned build. */
export function findRuntime(root) {
  return findPinned(root) ?? process.execPath;
}

/**
 * Checks that the runtime starts. If the pinned build is missing or does not run (on musl, for example), the machine's own
 * Node is used if it is new enough; otherwise this throws an error of one sentence.
 */
export function checkRuntime(root) {
  const pinned = findPinned(root);
  if (pinned !== undefined) {
    if (spawnSync(pinned, ['--version']).status === 0) return;
    // Otherwise npm scripts would keep finding the build that cannot run here.
    for (const program of [pinned, join(root, 'node_modules', '.bin', 'node')]) rmSync(program, { force: true });
  }
  const platform = `${process.platform}-${process.arch}`;
  if (isOlder(process.versions.node, nodeNeededToRun)) {
    throw new Error(
      `There is no pinned Node runtime for ${platform}, and Node ${process.versions.node} is too old: ` +
        `install Node ${nodeNeededToRun} or newer.`,
    );
  }
  console.log(
    `There is no pinned Node runtime for ${platform}; running on this machine's Node ${process.versions.node}.`,
  );
}

/** Finds the pinned Node. npm installs the one optional dependency that fits the platform. */
function findPinned(root) {
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const fileName = process.platform === 'win32' ? 'node.exe' : 'node';
  return Object.keys(optionalDependencies)
    .map((name) => join(root, 'node_modules', name, 'bin', fileName))
    .find((program) => existsSync(program));
}
