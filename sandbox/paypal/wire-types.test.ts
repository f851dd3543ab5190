import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PayPalSandbox, startPayPalSandbox } from '../testing/paypal-caller.ts';
import { asLiterals, compileRecorded } from '../testing/recorded-types.ts';

/** The sandbox's responses are recorded and compiled as literals of the types of PayPal's SDK. */
const preamble = `
import type { BalancesResponse, CapturedPayment, Order as SdkOrder, OrderRequest, Refund as SdkRefund, SearchResponse } from '@paypal/paypal-server-sdk';
/** The SDK's names and enums as they are on the wire: \`createTime\` is \`create_time\`. */
type Snake<Name extends string, Written extends string = ''> = Name extends \`\${infer First}\${infer Rest}\`
  ? Snake<Rest, \`\${Written}\${First extends Lowercase<First> ? First : \`_\${Lowercase<First>}\`}\`>
  : Written;
type Wire<T> = T extends string
  ? \`\${T}\`
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [Key in keyof T as Snake<Key & string>]: Wire<T[Key]> }
      : T;
type Order = Wire<SdkOrder>;
type NewOrder = Wire<OrderRequest>;
type Capture = Wire<CapturedPayment>;
type Refund = Wire<SdkRefund>;
type Report = Wire<SearchResponse>;
type Balances = Wire<BalancesResponse>;
/** The SDK has no types of PayPal's disputes API. These are the fields of its description that the sandbox sends. */
type Money = { readonly currency_code: string; readonly value: string };
type Dispute = {
  readonly dispute_id: string;
  readonly create_time: string;
  readonly update_time: string;
  readonly disputed_transactions: readonly {
    readonly seller_transaction_id?: string;
    readonly create_time?: string;
    readonly transaction_status?: 'COMPLETED' | 'UNCLAIMED' | 'DENIED' | 'FAILED' | 'HELD' | 'PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED' | 'CANCELLED';
    readonly gross_amount?: Money;
    readonly custom?: string;
    readonly buyer?: { readonly name?: string };
    readonly seller?: { readonly email?: string; readonly merchant_id?: string; readonly name?: string };
  }[];
  readonly reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED' | 'UNAUTHORISED' | 'CREDIT_NOT_PROCESSED' | 'DUPLICATE_TRANSACTION' | 'INCORRECT_AMOUNT' | 'OTHER';
  readonly status: 'OPEN' | 'WAITING_FOR_BUYER_RESPONSE' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED' | 'OTHER';
  readonly dispute_amount: Money;
  readonly dispute_outcome?: {
    readonly outcome_code: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | 'RESOLVED_WITH_PAYOUT' | 'CANCELED_BY_BUYER' | 'ACCEPTED' | 'DENIED' | 'NONE';
    readonly amount_refunded?: Money;
  };
  readonly fund_movements?: readonly {
    readonly party: 'SELLER' | 'BUYER' | 'PAYMENT_PROCESSOR';
    readonly amount: Money;
    readonly initiated_time: string;
    readonly type: 'DEBIT' | 'CREDIT';
    readonly reason: 'DISPUTE_SETTLEMENT_FEE' | 'DISPUTE_SETTLEMENT' | 'DISPUTE_FEE' | 'CHARGEBACK_FEE';
  }[];
  readonly dispute_life_cycle_stage: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION';
  readonly dispute_channel: 'INTERNAL' | 'EXTERNAL' | 'ALERT';
  readonly seller_response_due_date?: string;
  readonly links: readonly { readonly href: string; readonly rel: string; readonly method?: string }[];
};
`;

let sandbox: PayPalSandbox;

beforeAll(async () => {
  sandbox = await startPayPalSandbox();
});
afterAll(() => sandbox.running.close());

interface Order {
  readonly id: string;
  readonly purchase_units?: readonly {
    readonly payments?: { readonly captures: readonly { readonly id: string }[] };
  }[];
}

const call = async (path: string, body?: object): Promise<Order> =>
  (await sandbox.paypal.call(path, body)).body as Order;

const money = (value: string) => ({ currency_code: 'CAD', value });

let orderCount = 0;

const fullOrder = () => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: 'default',
      description: 'A coffee',
      custom_id: 'don_1',
      invoice_id: `int_${(orderCount += 1)}`, // PayPal accepts each number once
      amount: { ...money('5.24'), breakdown: { item_total: money('5.24') } },
      items: [{ name: 'Coffee', quantity: '1', unit_amount: money('5.24'), category: 'DONATION' }],
    },
  ],
});

/** Records orders, captures and refunds in every state. */
async function recordAllKinds(): Promise<string> {
  const orders = [await call('/v2/checkout/orders', fullOrder())];
  const captures: unknown[] = [];
  for (const funding of ['balance', 'echeck'] as const) {
    const { id } = await call('/v2/checkout/orders', fullOrder());
    await sandbox.control.approveOrder(id, funding);
    orders.push(await call(`/v2/checkout/orders/${id}`), await call(`/v2/checkout/orders/${id}/capture`, {}));
    const captured = await call(`/v2/checkout/orders/${id}`);
    orders.push(captured);
    captures.push(await call(`/v2/payments/captures/${captureOf(captured)}`));
  }
  const paid = captureOf(orders[3]);
  const refund = await call(`/v2/payments/captures/${paid}/refund`, { amount: money('1.00'), note_to_payer: 'Part' });
  captures.push(await call(`/v2/payments/captures/${paid}`));
  const refunds = [refund, await call(`/v2/payments/refunds/${refund.id}`)];
  refunds.push(await call(`/v2/payments/captures/${paid}/refund`, {}));
  captures.push(await call(`/v2/payments/captures/${paid}`));
  orders.push(await call(`/v2/checkout/orders/${orders[3]?.id}`));
  const { disputes, reversed } = await recordDisputes();
  return [
    asLiterals('Dispute', disputes),
    asLiterals('Refund', reversed),
    asLiterals('NewOrder', [fullOrder()]),
    asLiterals('Order', orders),
    asLiterals('Capture', captures),
    asLiterals('Refund', refunds),
    ...(await recordAccount()),
  ].join('\n');
}

/** Records the report of the last day, with every kind of entry, and the balances. */
async function recordAccount(): Promise<string[]> {
  const { control } = sandbox;
  await control.changePayPalBalance('T2101', -100);
  const { withdrawals } = await control.withdraw();
  await control.returnWithdrawal(withdrawals[0]?.withdrawalId ?? '');
  await control.advanceClock(4 * 3600);
  const now = Date.now();
  const dayMs = 24 * 60 * 60 * 1000;
  const [since, until] = [now - dayMs, now + dayMs].map((at) => new Date(at).toISOString());
  const path = `/v1/reporting/transactions?start_date=${since}&end_date=${until}&fields=transaction_info`;
  return [
    asLiterals('Report', [await call(path)]),
    asLiterals('Balances', [
      await call('/v1/reporting/balances'),
      await call(`/v1/reporting/balances?as_of_time=${since}&currency_code=CAD`),
    ]),
  ];
}

/** Records disputes in every state, from the API and from their events, and the events' reversed captures. */
async function recordDisputes(): Promise<{ readonly disputes: unknown[]; readonly reversed: unknown[] }> {
  const disputes: unknown[] = [];
  for (const [kind, decision, returnedMinor] of [
    ['dispute', 'seller', undefined],
    ['dispute', 'buyer', 200],
    ['inquiry', 'canceled', undefined],
    ['inquiry', 'escalated', undefined],
  ] as const) {
    const { id } = await call('/v2/checkout/orders', fullOrder());
    await sandbox.control.approveOrder(id);
    const captured = await call(`/v2/checkout/orders/${id}/capture`, {});
    const { disputeId } = await sandbox.control.openPayPalDispute(captureOf(captured), { kind });
    disputes.push(await call(`/v1/customer/disputes/${disputeId}`));
    await sandbox.control.decidePayPalDispute(disputeId, decision, returnedMinor);
    disputes.push(await call(`/v1/customer/disputes/${disputeId}`));
  }
  const { body } = await sandbox.paypal.call('/v1/notifications/webhooks-events?page_size=100');
  const { events } = body as { readonly events: readonly { event_type: string; resource: unknown }[] };
  const resourcesOf = (prefix: string) =>
    events.flatMap(({ event_type: type, resource }) => (type.startsWith(prefix) ? [resource] : []));
  return {
    disputes: [...disputes, ...resourcesOf('CUSTOMER.DISPUTE.')],
    reversed: resourcesOf('PAYMENT.CAPTURE.REVERSED'),
  };
}

const captureOf = (order: Order | undefined): string =>
  order?.purchase_units?.[0]?.payments?.captures[0]?.id ?? 'no capture';

test('every order, capture, refund, dispute, report and balance has the shape that PayPal publishes', async () => {
  const source = await recordAllKinds();
  expect(source.split('\n')).toHaveLength(8 + 8 + 3 + 1 + 8 + 4 + 3 + 1 + 2);
  expect(await compileRecorded(preamble + source)).toBe('');
});

test('an order with an extra property or a numeric amount does not compile', async () => {
  const order = await call('/v2/checkout/orders', fullOrder());
  const numericAmount = { ...fullOrder(), purchase_units: [{ amount: { currency_code: 'CAD', value: 5.24 } }] };
  const literals = [asLiterals('Order', [{ ...order, color: 'red' }]), asLiterals('NewOrder', [numericAmount])];
  const errors = await compileRecorded(preamble + literals.join('\n'));
  expect(errors).toMatch(/"?color"?' does not exist/);
  expect(errors).toContain("Type 'number' is not assignable to type 'string'");
});
