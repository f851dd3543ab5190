import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, with a trailing slash. */
export const rootPath = fileURLToPath(new URL('../..', import.meta.url));

/** Node's compile cache, reused by later starts. */
export const compileCachePath = join(rootPath, '.cache', 'compile');

/** Absolute path of a file in the project. */
export const inProject = (...parts: string[]): string => join(rootPath, ...parts);
