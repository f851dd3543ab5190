import { findImpurities, findRounding, type ForbiddenUse } from './forbidden-uses.ts';
import { meaninglessNames, fileLinesMax, layerNames } from './project-map.ts';
import type { Rule } from './rule.ts';
import { locationOf } from './file-locations.ts';
import type { SourceFile } from './source-file.ts';
import { isNode, lineAt, literalText, type SyntaxNode } from './syntax.ts';

/** Rules about the name, layer, length and content of a file. */
export const contentRules: readonly Rule[] = [
  {
    name: 'every file belongs to a layer',
    appliesTo: () => true,
    violations: ({ path }) =>
      locationOf(path).layer === undefined ? [`${path} is in no layer: ${layerNames.join(', ')}`] : [],
  },
  {
    name: 'every folder and file has a meaningful name',
    appliesTo: () => true,
    violations: ({ path }) =>
      path
        .split('/')
        .filter(isMeaninglessName)
        .map((name) => `${path}: ${name} does not say what is in it`),
  },
  {
    name: `no file is longer than ${fileLinesMax} lines`,
    appliesTo: () => true,
    violations: ({ path, source }) => {
      const lines = source.trimEnd().split('\n').length;
      return lines > fileLinesMax ? [`${path} has ${lines} lines: split it by topic`] : [];
    },
  },
  {
    name: 'the domain has no clock, no randomness and no timers',
    appliesTo: ({ path }) => locationOf(path).layer === 'domain' && !locationOf(path).isTest,
    violations: (file) =>
      sentences(file, findImpurities(file.program), 'must be passed into the domain as an argument'),
  },
  {
    name: 'money is rounded only in domain/money',
    appliesTo: ({ path }) => /^src\/(?!domain\/money\/)/.test(path) && !locationOf(path).isTest,
    violations: (file) => sentences(file, findRounding(file.program), 'rounds outside domain/money'),
  },
  {
    name: 'no file re-exports everything from another',
    appliesTo: () => true,
    violations: ({ path, imports }) =>
      imports
        .filter(({ kind }) => kind === 're-export-all')
        .map(({ line, specifier }) => `${path}:${line} re-exports all of ${specifier ?? 'a file'}: list the names`),
  },
  {
    name: 'an index.ts only re-exports names from its own folder',
    appliesTo: ({ path }) => /^src\/.*\/index\.tsx?$/.test(path),
    violations: (file) =>
      sentences(
        file,
        statementsOf(file)
          .filter((statement) => !isNamedReExport(statement))
          .map(asUse),
        'is not a named re-export from this folder',
      ),
  },
];

const sentences = (file: SourceFile, uses: readonly ForbiddenUse[], reason: string): readonly string[] =>
  uses.map(({ text, start }) => `${file.path}:${lineAt(file.source, start)} ${text} ${reason}`);

const asUse = ({ type, start }: SyntaxNode): ForbiddenUse => ({ text: type, start });

function isMeaninglessName(segment: string): boolean {
  const [stem = ''] = segment.split('.');
  return meaninglessNames.has(stem) || /-(utils?|helpers?)$/.test(stem);
}

function statementsOf({ program }: SourceFile): readonly SyntaxNode[] {
  const body: unknown[] = Array.isArray(program['body']) ? program['body'] : [];
  return body.filter((statement) => isNode(statement));
}

function isNamedReExport(statement: SyntaxNode): boolean {
  return statement.type === 'ExportNamedDeclaration' && (literalText(statement['source']) ?? '').startsWith('./');
}
