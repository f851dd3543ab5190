/** A node of the syntax tree (ESTree with TypeScript's additions), as far as the guards use it. */
export interface SyntaxNode {
  readonly type: string;
  /** Offset in the source text. */
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Returns the line number of an offset in a source text, starting at one. */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** A node with its parent and its key in the parent. */
export interface PlacedNode {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | undefined;
  readonly key: string;
}

/** Yields every node of a tree, each before its children. */
export function* walk(node: SyntaxNode, parent?: SyntaxNode, key = ''): Generator<PlacedNode> {
  yield { node, parent, key };
  for (const [childKey, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* walk(child, node, childKey);
    }
  }
}

/** Returns true if a value is a node of the tree, and has the type if one is given. */
export function isNode(value: unknown, type?: string): value is SyntaxNode {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return typeof value.type === 'string' && (type === undefined || value.type === type);
}

/** Returns the name of an identifier, or undefined for anything else. */
export function identifierName(value: unknown): string | undefined {
  return isNode(value, 'Identifier') && typeof value['name'] === 'string' ? value['name'] : undefined;
}

/** Returns the text of a string literal or of a template without placeholders, or undefined for anything else. */
export function literalText(value: unknown): string | undefined {
  if (isNode(value, 'Literal')) return typeof value['value'] === 'string' ? value['value'] : undefined;
  if (!isNode(value, 'TemplateLiteral') || !Array.isArray(value['quasis']) || value['quasis'].length !== 1) {
    return undefined;
  }
  const [only]: unknown[] = value['quasis'];
  const text = isNode(only) ? only['value'] : undefined;
  return typeof text === 'object' && text !== null && 'cooked' in text && typeof text.cooked === 'string'
    ? text.cooked
    : undefined;
}

/** Returns the property of a member expression, such as `.name` or `['name']`. */
export function memberName(member: SyntaxNode): string | undefined {
  return member['computed'] === true ? literalText(member['property']) : identifierName(member['property']);
}

/** Returns the arguments of a call or of `new`. */
export function argumentsOf(call: SyntaxNode): readonly unknown[] {
  return Array.isArray(call['arguments']) ? call['arguments'] : [];
}

const keysOfNames: Readonly<Record<string, readonly string[]>> = {
  MemberExpression: ['property'],
  Property: ['key'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  ImportSpecifier: ['imported'],
  ExportSpecifier: ['exported'],
  JSXAttribute: ['name'],
};

/** Returns true if an identifier is used as a value, and is not a property's name, a type, or a name in an import. */
export function isValueUse({ parent, key }: PlacedNode): boolean {
  if (parent === undefined) return false;
  if (parent.type.startsWith('TS')) return expressionsWithTypes.has(parent.type) && key === 'expression';
  if (parent.type === 'ImportSpecifier') return false;
  return parent['computed'] === true || !(keysOfNames[parent.type] ?? []).includes(key);
}

const expressionsWithTypes = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSExportAssignment',
]);
