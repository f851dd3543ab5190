import { namedPaths } from './markdown.ts';

/**
 * What is wrong with a row of the spec notes; empty when it is right. A row says the statement, where it stands, which test
 * holds it, and a note. It is either closed, with a file and a test, or open, with what it waits for in the note.
 */
export function faultsOfRow(cells: readonly string[]): string[] {
  const [statement = '', place = '', proof = '', note = ''] = cells;
  if (cells.length !== 4 || statement === '') return [`"${statement}" has ${cells.length} cells instead of 4`];
  if (proof === 'open') return note === '' ? [`"${statement}" is open and does not say for what`] : [];
  const tests = namedPaths(proof);
  return [
    ...(namedPaths(place).length === 0 ? [`"${statement}" names no file`] : []),
    ...(tests.length === 0 ? [`"${statement}" names no test and is not open`] : []),
    ...tests.filter((path) => !isTest(path)).map((path) => `"${statement}" calls ${path} a test`),
  ];
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('test/');
