import { matchPath } from 'react-router';

/** A page's path as others may know it: `/claim/:id` for every gift, and one name for all addresses that lead nowhere. */
export const pagePattern = (path: string, patterns: readonly string[]): string =>
  patterns.find((pattern) => matchPath(pattern, path)) ?? '/404';
