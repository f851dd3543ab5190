import { existsSync } from 'node:fs';
import { noJournal, openJournal, readJournal } from './journal.ts';
import type {
  BalanceTransactionRecord,
  ChargeRecord,
  CheckoutSessionRecord,
  DeliveryRecord,
  EventRecord,
  FaultRecord,
  IdempotencyRecord,
  PaymentIntentRecord,
  RefundRecord,
  SettingRecord,
} from './records.ts';
import type {
  CustomerRecord,
  InvoicePaymentRecord,
  InvoiceRecord,
  PaymentMethodRecord,
  PortalSessionRecord,
  ProductRecord,
  SubscriptionRecord,
} from './billing-records.ts';
import type { DisputeRecord, FraudWarningRecord } from './dispute-records.ts';
import type {
  PayPalAnswerRecord,
  PayPalCaptureRecord,
  PayPalOrderRecord,
  PayPalRefundRecord,
} from './paypal-records.ts';
import { createTable } from './table.ts';
import type { Change, Table } from './table.ts';

/** All that the sandbox remembers, and the only way to change it. */
export interface Store {
  readonly checkoutSessions: Table<CheckoutSessionRecord>;
  readonly paymentIntents: Table<PaymentIntentRecord>;
  readonly charges: Table<ChargeRecord>;
  readonly balanceTransactions: Table<BalanceTransactionRecord>;
  readonly refunds: Table<RefundRecord>;
  readonly disputes: Table<DisputeRecord>;
  readonly fraudWarnings: Table<FraudWarningRecord>;
  readonly products: Table<ProductRecord>;
  readonly customers: Table<CustomerRecord>;
  readonly paymentMethods: Table<PaymentMethodRecord>;
  readonly subscriptions: Table<SubscriptionRecord>;
  readonly invoices: Table<InvoiceRecord>;
  readonly invoicePayments: Table<InvoicePaymentRecord>;
  readonly portalSessions: Table<PortalSessionRecord>;
  readonly events: Table<EventRecord>;
  readonly deliveries: Table<DeliveryRecord>;
  readonly idempotency: Table<IdempotencyRecord>;
  readonly faults: Table<FaultRecord>;
  readonly settings: Table<SettingRecord>;
  readonly paypalOrders: Table<PayPalOrderRecord>;
  readonly paypalCaptures: Table<PayPalCaptureRecord>;
  readonly paypalRefunds: Table<PayPalRefundRecord>;
  readonly paypalAnswers: Table<PayPalAnswerRecord>;
  /** Runs the work and writes all its changes as one line of the journal; transactions inside it join it. */
  readonly transact: <T>(work: () => T) => T;
  /** Runs the effect once the changes of the transaction around it are written. */
  readonly afterCommit: (effect: () => void) => void;
  /** Rewrites the file without its history. Call it only when no other process can hold the same file. */
  readonly compact: () => void;
  readonly clear: () => void;
  readonly close: () => void;
}

type Tables = Pick<
  Store,
  | 'checkoutSessions'
  | 'paymentIntents'
  | 'charges'
  | 'balanceTransactions'
  | 'refunds'
  | 'disputes'
  | 'fraudWarnings'
  | 'products'
  | 'customers'
  | 'paymentMethods'
  | 'subscriptions'
  | 'invoices'
  | 'invoicePayments'
  | 'portalSessions'
  | 'events'
  | 'deliveries'
  | 'idempotency'
  | 'faults'
  | 'settings'
  | 'paypalOrders'
  | 'paypalCaptures'
  | 'paypalRefunds'
  | 'paypalAnswers'
>;

/** Opens the store on a state file, or in memory alone when no path is given. Nothing is written yet. */
export function openStore(path: string | undefined): Store {
  const journal = path === undefined ? noJournal : openJournal(path);
  let depth = 0;
  let changes: Change[] = [];
  let effects: (() => void)[] = [];

  const onChange = (change: Change): void => {
    if (depth === 0) journal.append([change]);
    else changes.push(change);
  };
  const tables = createTables(onChange);
  if (path !== undefined && existsSync(path)) restore(tables, path);

  const finish = (): void => {
    const written = changes;
    const due = effects;
    changes = [];
    effects = [];
    if (written.length > 0) journal.append(written);
    for (const effect of due) effect();
  };
  const compact = (): void => journal.rewrite(everything(tables));
  return {
    ...tables,
    transact: (work) => {
      depth += 1;
      try {
        return work();
      } finally {
        // A refusal halfway keeps what was written before it: memory and journal must tell the same story.
        depth -= 1;
        if (depth === 0) finish();
      }
    },
    afterCommit: (effect) => {
      if (depth === 0) effect();
      else effects.push(effect);
    },
    compact,
    clear: () => {
      for (const table of Object.values(tables)) table.clear();
      compact();
    },
    close: journal.close,
  };
}

function createTables(onChange: (change: Change) => void): Tables {
  return {
    checkoutSessions: createTable('checkoutSessions', onChange),
    paymentIntents: createTable('paymentIntents', onChange),
    charges: createTable('charges', onChange),
    balanceTransactions: createTable('balanceTransactions', onChange),
    refunds: createTable('refunds', onChange),
    disputes: createTable('disputes', onChange),
    fraudWarnings: createTable('fraudWarnings', onChange),
    products: createTable('products', onChange),
    customers: createTable('customers', onChange),
    paymentMethods: createTable('paymentMethods', onChange),
    subscriptions: createTable('subscriptions', onChange),
    invoices: createTable('invoices', onChange),
    invoicePayments: createTable('invoicePayments', onChange),
    portalSessions: createTable('portalSessions', onChange),
    events: createTable('events', onChange),
    deliveries: createTable('deliveries', onChange),
    idempotency: createTable('idempotency', onChange),
    faults: createTable('faults', onChange),
    settings: createTable('settings', onChange),
    paypalOrders: createTable('paypalOrders', onChange),
    paypalCaptures: createTable('paypalCaptures', onChange),
    paypalRefunds: createTable('paypalRefunds', onChange),
    paypalAnswers: createTable('paypalAnswers', onChange),
  };
}

type Restore = (record: { readonly id: string } | null, id: string) => void;

/** The state file is written by this process alone, so its records are taken at their word. */
function restore(tables: Tables, path: string): void {
  const restorers = new Map(Object.entries(tables).map(([name, table]) => [name, table.restore as Restore]));
  for (const transaction of readJournal(path)) {
    for (const [name, record, removedId] of transaction) {
      restorers.get(name)?.(record, record === null ? (removedId ?? '') : record.id);
    }
  }
}

function* everything(tables: Tables): Generator<Change> {
  for (const [name, table] of Object.entries(tables)) {
    for (const record of table.values()) yield [name, record];
  }
}
