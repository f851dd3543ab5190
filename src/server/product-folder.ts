import { join } from 'node:path';

/** Absolute path of a file in the product's folder, which is two above this module's in the sources and in the built server. */
export const inProductFolder = (...parts: string[]): string => join(import.meta.dirname, '../..', ...parts);
