import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampPath = (root) => join(root, 'node_modules', '.install-stamp');

/** A hash of both manifests and the platform. Together they decide which packages are installed. */
export function computeStamp(root, platform = `${process.platform}-${process.arch}`) {
  const hash = createHash('sha256').update(platform);
  for (const file of ['package.json', 'package-lock.json']) hash.update('\0').update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Returns true if the last finished installation used the current manifests. */
export function isStampCurrent(root) {
  return existsSync(stampPath(root)) && readFileSync(stampPath(root), 'utf8') === computeStamp(root);
}

/** Records that the installed packages match the current manifests. */
export function writeStamp(root) {
  writeFileSync(stampPath(root), computeStamp(root));
}

/**
 * Returns true if npm's own record of `node_modules` matches the lock file. A developer who ran `npm ci` by hand, or only edited
 * a script, does not wait for a second installation. In production the development packages may be absent.
 */
export function arePackagesInPlace(root, { os = process.platform, cpu = process.arch, isProduction = false } = {}) {
  const manifest = readJson(join(root, 'package.json'));
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  const present = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!manifest || !wanted || !present || !sameDependencies(manifest, wanted[''] ?? {})) return false;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      present[path]?.version === entry.version ||
      (!present[path] && ((isProduction && entry.dev) || mayBeAbsent(entry, { os, cpu }))),
  );
}

/**
 * Returns true for an optional package that may be absent: one for another platform or C library, or one that does not name its
 * platform, because only packages for other platforms need it.
 */
function mayBeAbsent(entry, platform) {
  if (!entry.optional) return false;
  if (!entry.os || !entry.cpu || entry.libc) return true;
  return ![entry.os].flat().includes(platform.os) || ![entry.cpu].flat().includes(platform.cpu);
}

function sameDependencies(manifest, locked) {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  return kinds.every((kind) => sortedJson(manifest[kind]) === sortedJson(locked[kind]));
}

const sortedJson = (record = {}) => JSON.stringify(record, Object.keys(record).toSorted());

function readJson(path) {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // half-written: install again
  }
}
