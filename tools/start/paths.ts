import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, with a trailing slash. */
export const rootPath = fileURLToPath(new URL('../..', import.meta.url));

/** Node's compile cache, reused by later starts. `NODE_COMPILE_CACHE` names another folder if this one is read-only. */
export const compileCachePath = process.env['NODE_COMPILE_CACHE'] ?? join(rootPath, '.cache', 'compile');

/** Absolute path of a file in the project. */
export const inProject = (...parts: string[]): string => join(rootPath, ...parts);
