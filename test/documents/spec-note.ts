import { namedPaths } from './markdown.ts';

/**
 * Finds problems of a row of the spec notes; a valid row has none. The cells are the statement, the files that implement it,
 * its tests, and a note. A row without tests is marked `open`, and its note says why.
 */
export function problemsOfRow(cells: readonly string[]): string[] {
  const [statement = '', implementation = '', proof = '', note = ''] = cells;
  if (cells.length !== 4 || statement === '') return [`"${statement}" has ${cells.length} cells instead of 4`];
  if (proof === 'open') return note === '' ? [`"${statement}" is open without a reason`] : [];
  const tests = namedPaths(proof);
  return [
    ...(namedPaths(implementation).length === 0 ? [`"${statement}" names no file`] : []),
    ...(tests.length === 0 ? [`"${statement}" names no test and is not open`] : []),
    ...tests.filter((path) => !isTest(path)).map((path) => `"${statement}" lists ${path} as a test`),
  ];
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('test/');
