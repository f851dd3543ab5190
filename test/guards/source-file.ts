import { parseSync } from 'vite';
import { findImports, type Import } from './imports.ts';
import type { SyntaxNode } from './syntax.ts';

/** A source file as the guards see it: its path, its source, its syntax tree and its imports. */
export interface SourceFile {
  /** Path from the root of the project, with forward slashes. */
  readonly path: string;
  readonly source: string;
  readonly program: SyntaxNode;
  readonly imports: readonly Import[];
}

/** Parses a file. Throws SyntaxError with the path if it cannot, because an unparsed file would pass every guard. */
export function parseSource(path: string, source: string): SourceFile {
  const program = parseProgram(path, source);
  return { path, source, program, imports: findImports(program, source) };
}

function parseProgram(path: string, source: string): SyntaxNode {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new SyntaxError(`${path} does not parse`, { cause: errors });
  return program as unknown as SyntaxNode;
}
