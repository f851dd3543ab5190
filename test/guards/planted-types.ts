import type { Planted } from './planted.ts';

/** A planted file and the compiler error it must cause. */
export interface PlantedForTypes extends Planted {
  /** What the layer does not have. */
  readonly foreign: string;
  /** The compiler's error code for something that does not exist in the layer. */
  readonly error: RegExp;
}

const unknownName = /^TS(2304|2552|2580|2584|2591)$/; // cannot find name, with or without a suggestion
const unknownModule = /^TS(2307|2591|2882)$/;
const foreignFile = /^TS(6059|6307)$/; // not listed in this project's files

type Row = readonly [foreign: string, source: string, error: RegExp];

const rows: Readonly<Record<string, readonly Row[]>> = {
  'src/domain': [
    ['fetch', "export const response = fetch('/');", unknownName],
    ['process', "export const home = process.env['HOME'];", unknownName],
    ['document', 'export const title = document.title;', unknownName],
    ['console', "console.log('paid');\nexport {};", unknownName],
    ['setTimeout', 'setTimeout(() => undefined, 1);\nexport {};', unknownName],
    ['crypto', 'export const id = crypto.randomUUID();', unknownName],
    ['Buffer', "export const bytes = Buffer.from('');", unknownName],
    ['node:fs', "export { readFileSync } from 'node:fs';", unknownModule],
    ['the contract', "export { target } from '#contract/planted-target.ts';", foreignFile],
    ['the server', "export { target } from '#server/planted-target.ts';", foreignFile],
    ["the server's types", "export type { Target } from '#server/planted-type.ts';", foreignFile],
  ],
  'src/contract': [
    ['process', "export const home = process.env['HOME'];", unknownName],
    ['document', 'export const title = document.title;', unknownName],
    ['node:fs', "export { readFileSync } from 'node:fs';", unknownModule],
    ['the server', "export { target } from '#server/planted-target.ts';", foreignFile],
    ['the pages', "export { target } from '#web/planted-target.ts';", foreignFile],
  ],
  'src/server': [
    ['document', 'export const title = document.title;', unknownName],
    ['window', 'export const width = window.innerWidth;', unknownName],
    ['HTMLElement', 'export const link: HTMLElement | undefined = undefined;', unknownName],
    ['the pages', "export { target } from '#web/planted-target.ts';", foreignFile],
  ],
  'src/mails': [
    ['process', "export const home = process.env['HOME'];", unknownName],
    ['document', 'export const title = document.title;', unknownName],
    ['node:fs', "export { readFileSync } from 'node:fs';", unknownModule],
    ['the server', "export { target } from '#server/planted-target.ts';", foreignFile],
    ['the pages', "export { target } from '#web/planted-target.ts';", foreignFile],
  ],
  'src/web': [
    ['process', "export const home = process.env['HOME'];", unknownName],
    ['Buffer', "export const bytes = Buffer.from('');", unknownName],
    ['node:fs', "export { readFileSync } from 'node:fs';", unknownModule],
    ['the server', "export { target } from '#server/planted-target.ts';", foreignFile],
  ],
};

/** Files that use something their layer does not have. Each must be rejected for that reason alone. */
export const plantedTypes: readonly PlantedForTypes[] = Object.entries(rows).flatMap(([folder, rowsOfFolder]) =>
  rowsOfFolder.map(([foreign, source, error]) => ({
    path: `${folder}/planted-${foreign.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}.ts`,
    source,
    foreign,
    error,
  })),
);

/** Files that use only what their layer has. */
export const plantedValid: readonly Planted[] = [
  {
    path: 'src/domain/planted-valid.ts',
    source: "import { money } from '#domain/money/money.ts';\nexport const cent = money(1, 'USD');\n",
  },
  {
    path: 'src/contract/planted-valid.ts',
    source: "import * as z from 'zod/mini';\nexport const name = z.string();\n",
  },
  {
    path: 'src/server/planted-valid.ts',
    source: "export { endpoints } from '#contract/endpoints.ts';\nexport { join } from 'node:path';\n",
  },
  {
    path: 'src/mails/planted-valid.tsx',
    source: "import { brand } from '#domain/brand.ts';\nexport const Title = () => <p>{brand.name}</p>;\n",
  },
  { path: 'src/web/planted-valid.tsx', source: 'export const Title = () => <p>{document.title}</p>;\n' },
];

/** Files that the planted ones import, so that they are rejected for crossing a boundary and not for a missing file. */
export const plantedTargets: readonly Planted[] = [
  { path: 'src/contract/planted-target.ts', source: 'export const target = 1;\n' },
  { path: 'src/server/planted-target.ts', source: 'export const target = 1;\n' },
  // a separate file for the type, because the compiler reports only the first import of a file
  { path: 'src/server/planted-type.ts', source: 'export type Target = 1;\n' },
  { path: 'src/web/planted-target.ts', source: 'export const target = 1;\n' },
];
