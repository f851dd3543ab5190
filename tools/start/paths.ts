import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, with a slash at the end. */
export const rootPath = fileURLToPath(new URL('../..', import.meta.url));

/** Where Node keeps compiled modules from one start to the next. */
export const compileCachePath = join(rootPath, '.cache', 'compile');

/** Path inside the project, from its parts. */
export const inProject = (...parts: string[]): string => join(rootPath, ...parts);
