import { extname } from 'node:path';
import { parseAst } from 'vite';
import { findImports, type Import } from './imports.ts';
import type { SyntaxNode } from './syntax.ts';

/** A source file as the guards see it: where it lies, what it says, and what it imports. */
export interface SourceFile {
  /** Path from the root of the project, with forward slashes. */
  readonly path: string;
  readonly source: string;
  readonly program: SyntaxNode;
  readonly imports: readonly Import[];
}

/** Reads a file's syntax. Throws SyntaxError, naming the file, when it does not parse: an unread file would pass every guard. */
export function parseSource(path: string, source: string): SourceFile {
  const program = parseProgram(path, source);
  return { path, source, program, imports: findImports(program, source) };
}

function parseProgram(path: string, source: string): SyntaxNode {
  try {
    return parseAst(source, { lang: languageOf(path) }) as unknown as SyntaxNode;
  } catch (error) {
    throw new SyntaxError(`${path} does not parse`, { cause: error });
  }
}

function languageOf(path: string): 'ts' | 'tsx' | 'dts' | 'js' {
  if (/\.d\.[mc]?ts$/.test(path)) return 'dts';
  if (extname(path) === '.tsx') return 'tsx';
  return /\.[mc]?ts$/.test(path) ? 'ts' : 'js';
}
