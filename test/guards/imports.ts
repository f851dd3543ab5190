import {
  argumentsOf,
  identifierName,
  isNode,
  lineAt,
  literalText,
  memberName,
  walk,
  type SyntaxNode,
} from './syntax.ts';

/** One import of another module. */
export interface Import {
  /** The module as written; undefined if it is computed at run time. */
  readonly specifier: string | undefined;
  readonly kind: 'static' | 're-export' | 're-export-all' | 'dynamic' | 'type';
  /** True if only types are imported, so that nothing remains at run time. */
  readonly isTypeOnly: boolean;
  /** Line number, starting at one. */
  readonly line: number;
}

/** Finds all imports of a file: imports, re-exports, `import()`, `import('…')` types, `require` and `import.meta.glob`. */
export function findImports(program: SyntaxNode, source: string): readonly Import[] {
  const found: Import[] = [];
  for (const { node } of walk(program)) {
    for (const named of importsOf(node)) found.push({ ...named, line: lineAt(source, node.start) });
  }
  return found;
}

type ImportWithoutLine = Omit<Import, 'line'>;

function importsOf(node: SyntaxNode): readonly ImportWithoutLine[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return [{ specifier: literalText(node['source']), kind: 'static', isTypeOnly: areTypesOnly(node, 'importKind') }];
    case 'ExportAllDeclaration':
      return [
        { specifier: literalText(node['source']), kind: 're-export-all', isTypeOnly: node['exportKind'] === 'type' },
      ];
    case 'ExportNamedDeclaration':
      if (!isNode(node['source'])) return [];
      return [
        { specifier: literalText(node['source']), kind: 're-export', isTypeOnly: areTypesOnly(node, 'exportKind') },
      ];
    case 'ImportExpression':
      return [{ specifier: literalText(node['source']), kind: 'dynamic', isTypeOnly: false }];
    case 'TSImportType':
      return [{ specifier: literalText(node['source']), kind: 'type', isTypeOnly: true }];
    case 'TSExternalModuleReference':
      return [{ specifier: literalText(node['expression']), kind: 'static', isTypeOnly: false }];
    case 'CallExpression':
      return importsOfCall(node);
    default:
      return [];
  }
}

function areTypesOnly(node: SyntaxNode, kindKey: 'importKind' | 'exportKind'): boolean {
  if (node[kindKey] === 'type') return true;
  const specifiers: unknown[] = Array.isArray(node['specifiers']) ? node['specifiers'] : [];
  return specifiers.length > 0 && specifiers.every((specifier) => isNode(specifier) && specifier[kindKey] === 'type');
}

function importsOfCall(call: SyntaxNode): readonly ImportWithoutLine[] {
  const callee = call['callee'];
  const [first] = argumentsOf(call);
  if (identifierName(callee) === 'require') {
    return [{ specifier: literalText(first), kind: 'dynamic', isTypeOnly: false }];
  }
  if (
    !isNode(callee, 'MemberExpression') ||
    !isNode(callee['object'], 'MetaProperty') ||
    memberName(callee) !== 'glob'
  ) {
    return [];
  }
  const patterns: unknown[] =
    isNode(first, 'ArrayExpression') && Array.isArray(first['elements']) ? first['elements'] : [first];
  return patterns.map((pattern) => ({ specifier: literalText(pattern), kind: 'dynamic', isTypeOnly: false }));
}
