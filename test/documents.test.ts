import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { apiDocument } from '#tools/write-api-doc.ts';
import { findForeignCitations } from './documents/foreign-citations.ts';
import { findMachineTraces } from './documents/machine-traces.ts';
import { anchorsOf, namedPaths, relativeLinks, sectionOf, tableRows } from './documents/markdown.ts';
import { projectTextFiles, readProjectFile } from './documents/project-files.ts';
import { problemsOfRow } from './documents/spec-note.ts';
import { projectRoot } from './guards/read-source-files.ts';

const textFiles = projectTextFiles();
const documents = textFiles.filter((path) => path.endsWith('.md'));
const records = readdirSync(join(projectRoot, 'docs/decisions')).filter((name) => name !== 'README.md');
const manifest = JSON.parse(readProjectFile('package.json')) as Record<string, Record<string, string>>;

const exists = (path: string): boolean => existsSync(join(projectRoot, path));

describe('paths and links', () => {
  test.each(documents)('every path named in %s exists', (document) => {
    expect(namedPaths(readProjectFile(document)).filter((path) => !exists(path))).toEqual([]);
  });

  test.each(documents)('every link in %s has a target', (document) => {
    expect(brokenLinks(document, readProjectFile(document))).toEqual([]);
  });

  test('a planted broken path or link is found', () => {
    expect(namedPaths('see `src/no-such-file.ts`, not `npm start`')).toEqual(['src/no-such-file.ts']);
    expect(brokenLinks('docs/planted.md', '[a](glossary.md) [b](gone.md) ![c](pictures/gone.png) [d](#gone)')).toEqual([
      'gone.md',
      'pictures/gone.png',
      '#gone',
    ]);
  });
});

describe('docs/spec-notes.md', () => {
  const rows = tableRows(readProjectFile('docs/spec-notes.md'));

  test('every row has a file and a test, or is open', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.flatMap(problemsOfRow)).toEqual([]);
  });

  test('a planted row without a test, a file or a reason is found', () => {
    expect(problemsOfRow(['A statement', '`src/a.ts`', '`src/a.test.ts`', ''])).toEqual([]);
    expect(problemsOfRow(['A statement', '`src/a.ts`', '', ''])).toHaveLength(1);
    expect(problemsOfRow(['A statement', '', '`src/a.test.ts`', ''])).toHaveLength(1);
    expect(problemsOfRow(['A statement', '`src/a.ts`', '`src/a.ts`', ''])).toHaveLength(1);
    expect(problemsOfRow(['A statement', '–', 'open', ''])).toHaveLength(1);
    expect(problemsOfRow(['A statement', '`src/a.ts`'])).toHaveLength(1);
  });
});

describe('statements of the documents about the product', () => {
  const configured = [
    'config',
    'process-config',
    'paypal-config',
    'decline-config',
    'fee-config',
    'tracing-config',
  ].flatMap((file) =>
    [...readProjectFile(`src/server/config/${file}.ts`).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const serverText = textFiles
    .filter((path) => /^src\/server\/.*(?<!\.test)\.ts$/.test(path))
    .map(readProjectFile)
    .join('\n');

  test("the README's table and .env.example name exactly the variables of the configuration", () => {
    const table = tableRows(sectionOf(readProjectFile('README.md'), '## Configure it'));
    const example = [...readProjectFile('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
    expect(configured.length).toBeGreaterThan(10);
    expect(table.map(([name = '']) => name.replaceAll('`', '')).toSorted()).toEqual(configured.toSorted());
    expect(example.toSorted()).toEqual(configured.toSorted());
  });

  test.each(['README.md', 'CONTRIBUTING.md', 'docs/runbook.md'])('every npm script named in %s exists', (document) => {
    const scripts = [...readProjectFile(document).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => manifest['scripts']?.[name] === undefined)).toEqual([]);
  });

  test('every log message and metric in the runbook is in the server', () => {
    const runbook = readProjectFile('docs/runbook.md');
    const messages = [...runbook.matchAll(/`"([^"`]+)"`/g)].map(([, message = '']) => `'${message}'`);
    const metrics = [...runbook.matchAll(/`(\w+_(?:total|seconds))\b/g)].map(([, name = '']) => `'${name}'`);
    expect(messages.length).toBeGreaterThan(5);
    expect(metrics.length).toBeGreaterThan(3);
    expect([...messages, ...metrics].filter((text) => !serverText.includes(text))).toEqual([]);
  });

  test('every name in the glossary is in the code', () => {
    const code = textFiles
      .filter((path) => /^src\/.*\.tsx?$/.test(path))
      .map(readProjectFile)
      .join('\n');
    const names = [...readProjectFile('docs/glossary.md').matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(40);
    expect(
      names.filter((name) => !name.endsWith('_') && !new RegExp(`\\b${name}\\b`).test(code) && !exists(name)),
    ).toEqual([]);
  });

  test('docs/api.md matches the endpoint table', () => {
    expect(readProjectFile('docs/api.md')).toBe(apiDocument(Object.values(endpoints)));
    expect(apiDocument([{ ...endpoints.listSnacks, path: '/api/planted' }])).toContain('## GET /api/planted');
  });

  test('ARCHITECTURE.md has at most 150 lines', () => {
    expect(readProjectFile('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(150);
  });
});

describe('docs/spec-readings.md', () => {
  const readings = readProjectFile('docs/spec-readings.md');
  const headings = [...readings.matchAll(/^#+ (.+)$|\*\*(.+?)\*\*/gm)].map(
    ([, heading, bold]) => heading ?? bold ?? '',
  );
  const citation = /\bspec-readings, ([A-Z][\w ]*\w)/g;

  test('has every heading that code and documents cite', () => {
    const cited = textFiles
      .filter((path) => /\.(?:tsx?|md|mjs)$/.test(path))
      .flatMap((path) => [...readProjectFile(path).matchAll(citation)].map(([, heading = '']) => ({ path, heading })));
    expect(cited.length).toBeGreaterThan(20);
    const isHeading = (text: string): boolean => headings.some((heading) => heading.replace(/\.$/, '') === text);
    const missing = cited.filter(({ heading }) => !heading.split(' and ').every(isHeading));
    expect(missing).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const dependencies = ['dependencies', 'optionalDependencies', 'devDependencies'];

  test('every record has its own number, and the index lists each record once', () => {
    const numbers = records.map((name) => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(records.length);
    const index = relativeLinks(readProjectFile('docs/decisions/README.md'));
    expect(index.filter((target) => target.startsWith('0')).toSorted()).toEqual(records.toSorted());
  });

  test.each(records)('%s has context, decision and consequences in at most 40 lines', (name) => {
    const text = readProjectFile(`docs/decisions/${name}`);
    for (const part of ['Context', 'Decision', 'Consequences'])
      expect(sectionOf(text, `## ${part}`).trim()).not.toBe('');
    const lines = text.trimEnd().split('\n').length;
    expect(lines).toBeLessThanOrEqual(name.endsWith('direct-dependencies.md') ? 120 : 40); // that one is a list
  });

  test('the record of direct dependencies lists exactly those in package.json', () => {
    const named = tableRows(readProjectFile('docs/decisions/0014-direct-dependencies.md')).map(([name = '']) =>
      name.replaceAll('`', ''),
    );
    const direct = dependencies.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
    expect(named.toSorted()).toEqual(direct.toSorted());
  });
});

describe('every file of the project', () => {
  test('contains no path of a developer’s machine and no package registry', () => {
    expect(textFiles.length).toBeGreaterThan(100);
    const traces = textFiles.flatMap((path) =>
      findMachineTraces(readProjectFile(path)).map((trace) => `${path}: ${trace}`),
    );
    expect(traces).toEqual([]);
  });

  test.each([
    ['', 'home', 'someone', 'kindbite'].join('/'),
    `see ${['', 'Users', 'someone'].join('/')}`,
    ['C:', 'Users', 'someone'].join('\\'),
    ['https:', '', 'registry.example', 'left-pad'].join('/'),
    ['registry', 'https://packages.example'].join('='),
    ['"resolved"', '"https://packages.example/a.tgz"'].join(': '),
    ['//packages.example/:_auth', 'Token'].join(''),
  ])('%s is found', (planted) => expect(findMachineTraces(planted)).not.toEqual([]));

  test.each(['/api/snacks', "'#web/home/hero.tsx'", './home/hero.tsx', '/usr/bin/chromium', '${folder}/place/a'])(
    '%s is allowed',
    (harmless) => expect(findMachineTraces(harmless)).toEqual([]),
  );
});

describe('citations', () => {
  const readers = textFiles.filter((path) => /\.(?:tsx?|md|mjs|css)$/.test(path) && !path.startsWith('test/documents'));

  test('name only documents in the repository', () => {
    const foreign = readers.flatMap((path) =>
      findForeignCitations(readProjectFile(path)).map((citation) => `${path}: ${citation}`),
    );
    expect(foreign).toEqual([]);
  });

  test.each(
    ['design 6', 'rulings, Money', '(rulings)', 'research/aesthetics.md', 'see style.md'].map((text) => [text]),
  )('of %s are found', (planted) => expect(findForeignCitations(planted)).not.toEqual([]));

  test.each(['spec 6', 'spec-readings, Money', 'docs/spec-readings.md', 'a design of six colors'])(
    '%s is allowed',
    (harmless) => expect(findForeignCitations(harmless)).toEqual([]),
  );
});

/** Finds the links of a document whose target file or heading does not exist. */
function brokenLinks(document: string, text: string): string[] {
  return relativeLinks(text).filter((link) => {
    const [target = '', anchor] = link.split('#');
    const path = target === '' ? document : posix.join(posix.dirname(document), target);
    if (target !== '' && !exists(path)) return true;
    if (anchor === undefined) return false;
    return !anchorsOf(target === '' ? text : readProjectFile(path)).includes(anchor);
  });
}
