import type { Sandbox } from '../sandbox.ts';
import { StripeError } from '../stripe/stripe-error.ts';
import { expandables } from './expandables.ts';
import type { ObjectKind, WireObject } from './expandables.ts';

/** Refuses paths that lead nowhere, before the call has any effect. Throws a StripeError. */
export function checkExpansion(kind: ObjectKind, isList: boolean, paths: readonly string[]): void {
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > 4 + (isList ? 1 : 0)) {
      throw notExpandable(path, 'You cannot expand more than 4 levels of a property');
    }
    let here = kind;
    let isInList = isList;
    for (const part of parts) {
      if (isInList) {
        if (part !== 'data') throw notExpandable(path);
        isInList = false;
        continue;
      }
      const next = expandables[here][part];
      if (next === undefined) throw notExpandable(path);
      here = next.kind;
      isInList = next.isList ?? false;
    }
  }
}

function notExpandable(path: string, reason = 'This property cannot be expanded'): StripeError {
  return new StripeError(400, 'invalid_request_error', `${reason} (${path}).`, { param: 'expand' });
}

/** Puts whole objects in place of the ids that the paths name. Paths must have been checked. */
export function expand(sandbox: Sandbox, kind: ObjectKind, value: unknown, paths: readonly string[]): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const object: WireObject = { ...value };
  if (object['object'] === 'list' && Array.isArray(object['data'])) {
    const inner = paths.map((path) => path.split('.').slice(1).join('.')).filter((path) => path !== '');
    return { ...object, data: object['data'].map((item) => expand(sandbox, kind, item, inner)) };
  }
  for (const [head, inner] of byHead(paths)) {
    const expandable = expandables[kind][head];
    if (expandable === undefined) continue;
    const isAbsent = object[head] === null;
    object[head] = isAbsent ? null : expand(sandbox, expandable.kind, expandable.load(sandbox, object), inner);
  }
  return object;
}

function byHead(paths: readonly string[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const path of paths) {
    const [head = '', ...rest] = path.split('.');
    const inner = grouped.get(head) ?? [];
    grouped.set(head, rest.length === 0 ? inner : [...inner, rest.join('.')]);
  }
  return grouped;
}
