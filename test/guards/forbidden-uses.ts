import {
  argumentsOf,
  identifierName,
  isNode,
  isValueUse,
  memberName,
  walk,
  type PlacedNode,
  type SyntaxNode,
} from './syntax.ts';

/** A use of something forbidden: its text, and its offset in the source. */
export interface ForbiddenUse {
  readonly text: string;
  readonly start: number;
}

/** Finds uses of the clock, randomness and timers, and of global objects that lead to them. */
export function findImpurities(program: SyntaxNode): readonly ForbiddenUse[] {
  return findUses(
    program,
    (placed) => impureGlobal(placed) ?? impureDate(placed) ?? randomMath(placed) ?? formatOfNow(placed),
  );
}

/** Finds uses of `Math.round` and `.toFixed`, which round binary fractions and are therefore wrong for money. */
export function findRounding(program: SyntaxNode): readonly ForbiddenUse[] {
  return findUses(program, ({ node }) => {
    if (takes(node, 'Math', 'round')) return 'Math.round';
    return node.type === 'MemberExpression' && memberName(node) === 'toFixed' ? 'toFixed' : undefined;
  });
}

type Finder = (placed: PlacedNode) => string | undefined;

function findUses(program: SyntaxNode, find: Finder): readonly ForbiddenUse[] {
  const uses: ForbiddenUse[] = [];
  for (const placed of walk(program)) {
    const text = find(placed);
    if (text !== undefined) uses.push({ text, start: placed.node.start });
  }
  return uses;
}

const impureGlobals = new Set([
  'crypto',
  'performance',
  'Temporal',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'globalThis',
  'window',
  'self',
]);

function impureGlobal(placed: PlacedNode): string | undefined {
  const name = identifierName(placed.node);
  return name !== undefined && impureGlobals.has(name) && isValueUse(placed) ? name : undefined;
}

/** Allows `new Date(instant)`, `instanceof Date`, `Date.UTC` and `Date.parse`; every other use of `Date` can read the clock. */
function impureDate(placed: PlacedNode): string | undefined {
  const { node, parent, key } = placed;
  if (identifierName(node) !== 'Date' || !isValueUse(placed) || parent === undefined) return undefined;
  if (parent.type === 'NewExpression' && key === 'callee') {
    return argumentsOf(parent).length > 0 ? undefined : 'new Date()';
  }
  if (parent.type === 'BinaryExpression' && parent['operator'] === 'instanceof') return undefined;
  if (parent.type !== 'MemberExpression' || key !== 'object') return 'Date';
  const member = memberName(parent);
  return member === 'UTC' || member === 'parse' ? undefined : `Date.${member ?? '[…]'}`;
}

function randomMath({ node }: PlacedNode): string | undefined {
  return takes(node, 'Math', 'random') ? 'Math.random' : undefined;
}

const formatters = new Set(['format', 'formatToParts']);

/** A date formatter called without a date formats the current time. */
function formatOfNow({ node }: PlacedNode): string | undefined {
  if (node.type !== 'CallExpression' || argumentsOf(node).length > 0 || !isNode(node['callee'], 'MemberExpression')) {
    return undefined;
  }
  const member = memberName(node['callee']);
  return member !== undefined && formatters.has(member) ? `${member}()` : undefined;
}

/** Returns true if a node takes a member from a global object: by `.name`, `['name']`, destructuring or an alias. */
function takes(node: SyntaxNode, object: string, member: string): boolean {
  if (node.type === 'MemberExpression') {
    return identifierName(node['object']) === object && (memberName(node) ?? member) === member;
  }
  return node.type === 'VariableDeclarator' && identifierName(node['init']) === object;
}
