import { join } from 'node:path';

/**
 * Absolute path of a file in the product's folder, two levels above this module's, both in the sources and in the built server.
 */
export const inProductFolder = (...parts: string[]): string => join(import.meta.dirname, '../..', ...parts);
