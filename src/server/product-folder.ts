import { join } from 'node:path';

/** Absolute path of a file of the product. This module is two folders below the product's, in the sources and in the built server. */
export const inProductFolder = (...parts: string[]): string => join(import.meta.dirname, '../..', ...parts);
