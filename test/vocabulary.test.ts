import { describe, expect, test } from 'vitest';
import { projectTextFiles, readProjectFile } from './documents/project-files.ts';
import { allowedTexts, findRetiredWords } from './guards/vocabulary.ts';

/** Files that list the retired words. */
const lists = ['docs/glossary.md', 'test/guards/vocabulary.ts', 'test/vocabulary.test.ts'];

const files = projectTextFiles().filter(
  (path) =>
    /^(?:(?:src|sandbox|tools|test|bench|docs|\.ci)\/|[A-Z]+\.md$|vite(?:st)?\.config|\.env|\.oxlintrc)/.test(path) &&
    !lists.includes(path),
);

test('no name, comment, text or document uses a retired word', () => {
  expect(files.length).toBeGreaterThan(500);
  const uses = files.flatMap((path) =>
    findRetiredWords(`${path}\n${readProjectFile(path)}`).map((use) => `${path}: ${use}`),
  );
  expect(uses).toEqual([]);
});

describe('the guard', () => {
  test.each([
    'const planDeed = 1;',
    'export function putAside() {}',
    "import './own-amount.ts';",
    "insertInto('set_aside_events')",
    '/** It is put\n * aside until a person looks. */',
    '// quarantined, to be put them\n// aside',
    "log.info('meanwhile it was paid');",
    '<p>We will e-mail you</p>',
    'E-mailed to somebody’s address',
    'type WhoeverAsks = string;',
    "a session that is nobody's",
    'word of its mail',
    'the unasked mail',
    'const brandColours = {}',
    'the plan was cancelled',
    'const labelledRow = 1;',
    'it is sent afterwards',
  ])('finds a retired word in %j', (planted) => expect(findRetiredWords(planted)).not.toEqual([]));

  test.each(['indeed', 'the nobodies', 'email', 'an aside element', 'newest', 'henceforward', 'offset: aside'])(
    'allows %j',
    (harmless) => expect(findRetiredWords(harmless)).toEqual([]),
  );

  test.each(allowedTexts)('allows $text: $reason', ({ text }) => {
    expect(findRetiredWords(text)).toEqual([]);
    expect(files.some((path) => readProjectFile(path).includes(text))).toBe(true);
  });
});
