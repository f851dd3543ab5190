import { targetOf } from './file-locations.ts';
import type { SourceFile } from './source-file.ts';

/**
 * Finds groups of files that import each other in a circle. Type-only imports count, because a reader has no file to begin with
 * there either. Each sentence names one group. Tarjan's algorithm: a group is a strongly connected component.
 */
export function findImportCycles(files: readonly SourceFile[]): readonly string[] {
  const graph = importGraph(files);
  const visits = new Map<string, Visit>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const groups: string[][] = [];

  function visit(path: string): Visit {
    const own: Visit = { order: visits.size, lowest: visits.size };
    visits.set(path, own);
    stack.push(path);
    onStack.add(path);
    for (const target of graph.get(path) ?? []) {
      const seen = visits.get(target);
      if (!seen) own.lowest = Math.min(own.lowest, visit(target).lowest);
      else if (onStack.has(target)) own.lowest = Math.min(own.lowest, seen.order);
    }
    if (own.lowest === own.order) groups.push(closeGroup(path));
    return own;
  }

  function closeGroup(first: string): string[] {
    const group = stack.splice(stack.indexOf(first));
    for (const member of group) onStack.delete(member);
    return group;
  }

  for (const path of graph.keys()) if (!visits.has(path)) visit(path);
  return groups.filter((group) => isCycle(group, graph)).map((group) => `${group.join(' -> ')} -> ${group[0]}`);
}

interface Visit {
  readonly order: number;
  lowest: number;
}

type Graph = ReadonlyMap<string, readonly string[]>;

function importGraph(files: readonly SourceFile[]): Graph {
  const paths = new Set(files.map(({ path }) => path));
  const targetsOf = ({ path, imports }: SourceFile): readonly string[] =>
    imports.flatMap(({ specifier }) => {
      const target = specifier === undefined ? undefined : targetOf(path, specifier);
      return target?.kind === 'file' && paths.has(target.path) ? [target.path] : [];
    });
  return new Map(files.map((file) => [file.path, targetsOf(file)]));
}

function isCycle([first = '', ...others]: readonly string[], graph: Graph): boolean {
  return others.length > 0 || (graph.get(first) ?? []).includes(first);
}
