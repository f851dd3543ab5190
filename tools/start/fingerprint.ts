import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * A hash of paths and contents of all inputs except tests. Missing inputs count as empty. An input ending in `*` stands for all
 * names with that prefix.
 */
export function computeFingerprint(root: string, inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => expand(root, input))) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function expand(root: string, input: string): string[] {
  if (!input.endsWith('*')) return filesUnder(root, input);
  const folder = dirname(input);
  const prefix = basename(input).slice(0, -1);
  const names = readdirSync(join(root, folder)).filter((name) => name.startsWith(prefix));
  return names.toSorted().flatMap((name) => filesUnder(root, `${folder}/${name}`));
}

function filesUnder(root: string, path: string): string[] {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined || /\.test\.tsx?$/.test(path)) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesUnder(root, `${path}/${name}`));
}
