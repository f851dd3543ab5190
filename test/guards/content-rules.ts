import { findImpurities, findRounding, type ForbiddenUse } from './forbidden-uses.ts';
import { emptyNames, fileLinesMax, layerNames } from './house-map.ts';
import type { HouseRule } from './house-rule.ts';
import { placeOf } from './places.ts';
import type { SourceFile } from './source-file.ts';
import { isNode, lineAt, literalText, type SyntaxNode } from './syntax.ts';

/** Rules about what a file is called, where it lies, how long it is and what stands in it. */
export const contentRules: readonly HouseRule[] = [
  {
    name: 'every file lies in a layer',
    judges: () => true,
    breaches: ({ path }) =>
      placeOf(path).layer === undefined ? [`${path} is in no layer: ${layerNames.join(', ')}`] : [],
  },
  {
    name: 'no folder or file has a name that says nothing',
    judges: () => true,
    breaches: ({ path }) =>
      path
        .split('/')
        .filter(isEmptyName)
        .map((name) => `${path}: ${name} does not say what is in it`),
  },
  {
    name: `no file is longer than ${fileLinesMax} lines`,
    judges: () => true,
    breaches: ({ path, source }) => {
      const lines = source.trimEnd().split('\n').length;
      return lines > fileLinesMax ? [`${path} has ${lines} lines: look for the second noun in it`] : [];
    },
  },
  {
    name: 'the domain has no clock, no randomness and no timers',
    judges: ({ path }) => placeOf(path).layer === 'domain' && !placeOf(path).isTest,
    breaches: (file) => sentences(file, findImpurities(file.program), 'comes as an argument into the domain'),
  },
  {
    name: 'money is rounded in domain/money alone',
    judges: ({ path }) => /^src\/(?!domain\/money\/)/.test(path) && !placeOf(path).isTest,
    breaches: (file) => sentences(file, findRounding(file.program), 'rounds outside domain/money'),
  },
  {
    name: 'nothing re-exports everything of a file',
    judges: () => true,
    breaches: ({ path, imports }) =>
      imports
        .filter(({ kind }) => kind === 're-export-all')
        .map(
          ({ line, specifier }) => `${path}:${line} re-exports all of ${specifier ?? 'a file'}: name what is offered`,
        ),
  },
  {
    name: "an index.ts only re-exports its own folder's things by name",
    judges: ({ path }) => /^src\/.*\/index\.tsx?$/.test(path),
    breaches: (file) =>
      sentences(
        file,
        statementsOf(file)
          .filter((statement) => !isNamedReExport(statement))
          .map(asUse),
        'is no counter of names',
      ),
  },
];

const sentences = (file: SourceFile, uses: readonly ForbiddenUse[], reason: string): readonly string[] =>
  uses.map(({ text, start }) => `${file.path}:${lineAt(file.source, start)} ${text} ${reason}`);

const asUse = ({ type, start }: SyntaxNode): ForbiddenUse => ({ text: type, start });

function isEmptyName(segment: string): boolean {
  const [stem = ''] = segment.split('.');
  return emptyNames.has(stem) || /-(utils?|helpers?)$/.test(stem);
}

function statementsOf({ program }: SourceFile): readonly SyntaxNode[] {
  const body: unknown[] = Array.isArray(program['body']) ? program['body'] : [];
  return body.filter((statement) => isNode(statement));
}

function isNamedReExport(statement: SyntaxNode): boolean {
  return statement.type === 'ExportNamedDeclaration' && (literalText(statement['source']) ?? '').startsWith('./');
}
