import type { Sandbox } from '../sandbox.ts';
import { StripeError } from '../stripe/stripe-error.ts';
import { wholeList } from '../stripe-wire/api-list.ts';
import { balanceTransactionToWire } from '../stripe-wire/balance-transaction.ts';
import { chargeToWire } from '../stripe-wire/charge.ts';
import { lineItemsToWire } from '../stripe-wire/line-item.ts';
import { paymentIntentToWire } from '../stripe-wire/payment-intent.ts';
import { refundToWire } from '../stripe-wire/refund.ts';

/** The kinds of object whose properties can be sent whole. */
export type ObjectKind =
  | 'checkout.session'
  | 'payment_intent'
  | 'charge'
  | 'balance_transaction'
  | 'refund'
  | 'dispute'
  | 'radar.early_fraud_warning'
  | 'event'
  | 'account'
  | 'item';

type WireObject = Record<string, unknown>;

interface Expandable {
  readonly kind: ObjectKind;
  /** Whether the property holds a list of that kind. */
  readonly isList?: boolean;
  readonly load: (sandbox: Sandbox, owner: WireObject) => unknown;
}

const balanceTransaction: Expandable = {
  kind: 'balance_transaction',
  load: (sandbox, owner) => {
    const record = sandbox.store.balanceTransactions.get(String(owner['balance_transaction']));
    return record === undefined ? null : balanceTransactionToWire(record, sandbox.clock.nowSeconds());
  },
};

const paymentIntent: Expandable = {
  kind: 'payment_intent',
  load: (sandbox, owner) => {
    const record = sandbox.store.paymentIntents.get(String(owner['payment_intent']));
    return record === undefined ? null : paymentIntentToWire(record, sandbox.config.publicUrl);
  },
};

const chargeAt = (property: string): Expandable => ({
  kind: 'charge',
  load: (sandbox, owner) => {
    const record = sandbox.store.charges.get(String(owner[property]));
    return record === undefined ? null : chargeToWire(record);
  },
});

const expandables: Record<ObjectKind, Readonly<Record<string, Expandable>>> = {
  'checkout.session': {
    payment_intent: paymentIntent,
    line_items: {
      kind: 'item',
      isList: true,
      load: (sandbox, owner) => {
        const record = sandbox.store.checkoutSessions.get(String(owner['id']));
        return record === undefined ? null : lineItemsToWire(record);
      },
    },
  },
  payment_intent: { latest_charge: chargeAt('latest_charge') },
  charge: {
    payment_intent: paymentIntent,
    balance_transaction: balanceTransaction,
    refunds: {
      kind: 'refund',
      isList: true,
      load: (sandbox, owner) => {
        const ids = sandbox.store.charges.get(String(owner['id']))?.refundIds ?? [];
        const refunds = ids.toReversed().map((id) => sandbox.store.refunds.get(id));
        const url = `/v1/charges/${String(owner['id'])}/refunds`;
        return wholeList(refunds.filter((refund) => refund !== undefined).map(refundToWire), url);
      },
    },
  },
  refund: { charge: chargeAt('charge'), payment_intent: paymentIntent, balance_transaction: balanceTransaction },
  dispute: { charge: chargeAt('charge'), payment_intent: paymentIntent },
  'radar.early_fraud_warning': { charge: chargeAt('charge'), payment_intent: paymentIntent },
  balance_transaction: {},
  event: {},
  account: {},
  item: {},
};

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
