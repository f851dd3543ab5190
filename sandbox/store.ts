import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type {
  CustomerRecord,
  InvoicePaymentRecord,
  InvoiceRecord,
  PaymentMethodRecord,
  PortalConfigurationRecord,
  PortalSessionRecord,
  ProductRecord,
  SubscriptionRecord,
} from './stripe/billing/records.ts';
import type {
  BalanceTransactionRecord,
  ChargeRecord,
  CheckoutSessionRecord,
  DisputeRecord,
  FraudWarningRecord,
  IdempotencyRecord,
  PaymentIntentRecord,
  PayoutRecord,
  PayoutScheduleRecord,
  RefundRecord,
} from './stripe/records.ts';
import type {
  PayPalResponseRecord,
  PayPalCaptureRecord,
  PayPalDisputeRecord,
  PayPalOrderRecord,
  PayPalRefundRecord,
} from './paypal/records.ts';
import type { PayPalEntryRecord, PayPalWithdrawalRecord } from './paypal/account/records.ts';
import type { DeliveryRecord, EventRecord, FaultRecord } from './records.ts';

interface Identified {
  readonly id: string;
}

/** Records of one kind, in the order in which they were first stored. */
export interface Collection<T extends Identified> {
  readonly get: (id: string) => T | undefined;
  /** Adds the record, or replaces the one with the same id without moving it. */
  readonly put: (record: T) => void;
  readonly remove: (id: string) => void;
  readonly values: () => IterableIterator<T>;
  readonly newestFirst: () => T[];
  readonly size: () => number;
}

/** Everything that the sandbox remembers. */
export interface Store extends Collections {
  /** Runs the work in one transaction; a call inside another joins it. */
  readonly transact: <T>(work: () => T) => T;
  /** Runs the effect after the current transaction has been committed, or immediately if there is none. */
  readonly afterCommit: (effect: () => void) => void;
  readonly clear: () => void;
  readonly close: () => void;
}

type Collections = ReturnType<typeof createCollections>;

const createCollections = (collection: <T extends Identified>(kind: string) => Collection<T>) => ({
  checkoutSessions: collection<CheckoutSessionRecord>('checkout_session'),
  paymentIntents: collection<PaymentIntentRecord>('payment_intent'),
  charges: collection<ChargeRecord>('charge'),
  balanceTransactions: collection<BalanceTransactionRecord>('balance_transaction'),
  payouts: collection<PayoutRecord>('payout'),
  payoutSchedule: collection<PayoutScheduleRecord>('payout_schedule'),
  refunds: collection<RefundRecord>('refund'),
  disputes: collection<DisputeRecord>('dispute'),
  fraudWarnings: collection<FraudWarningRecord>('fraud_warning'),
  products: collection<ProductRecord>('product'),
  customers: collection<CustomerRecord>('customer'),
  paymentMethods: collection<PaymentMethodRecord>('payment_method'),
  subscriptions: collection<SubscriptionRecord>('subscription'),
  invoices: collection<InvoiceRecord>('invoice'),
  invoicePayments: collection<InvoicePaymentRecord>('invoice_payment'),
  portalConfigurations: collection<PortalConfigurationRecord>('portal_configuration'),
  portalSessions: collection<PortalSessionRecord>('portal_session'),
  events: collection<EventRecord>('event'),
  deliveries: collection<DeliveryRecord>('delivery'),
  idempotency: collection<IdempotencyRecord>('idempotency'),
  faults: collection<FaultRecord>('fault'),
  clock: collection<{ readonly id: 'clock'; readonly offsetSeconds: number }>('clock'),
  paypalOrders: collection<PayPalOrderRecord>('paypal_order'),
  paypalCaptures: collection<PayPalCaptureRecord>('paypal_capture'),
  paypalRefunds: collection<PayPalRefundRecord>('paypal_refund'),
  paypalDisputes: collection<PayPalDisputeRecord>('paypal_dispute'),
  paypalWithdrawals: collection<PayPalWithdrawalRecord>('paypal_withdrawal'),
  paypalEntries: collection<PayPalEntryRecord>('paypal_entry'),
  paypalResponses: collection<PayPalResponseRecord>('paypal_answer'),
});

/**
 * Opens the store on an SQLite file, or in memory if no path is given. Records are read from memory, because the
 * clock looks at all of them every second, and written to SQLite as JSON within the transaction that changes them.
 */
export function openStore(path = ':memory:'): Store {
  const database = openDatabase(path);
  const clearCollections: (() => void)[] = [];
  return {
    ...createCollections((kind) => openCollection(database, kind, (clear) => clearCollections.push(clear))),
    ...createTransactions(database),
    clear: () => {
      database.exec('delete from documents');
      for (const clear of clearCollections) clear();
    },
    close: () => database.close(),
  };
}

function openCollection<T extends Identified>(
  database: DatabaseSync,
  kind: string,
  onClear: (clear: () => void) => void,
): Collection<T> {
  const upsert = database.prepare(
    'insert into documents (kind, id, json) values (?, ?, ?) on conflict do update set json = excluded.json',
  );
  const remove = database.prepare('delete from documents where kind = ? and id = ?');
  const records = new Map<string, T>();
  for (const { json } of database.prepare('select json from documents where kind = ? order by rowid').iterate(kind)) {
    const record = JSON.parse(String(json)) as T; // only this module writes the file
    records.set(record.id, record);
  }
  onClear(() => records.clear());
  return {
    get: (id) => records.get(id),
    put: (record) => {
      upsert.run(kind, record.id, JSON.stringify(record));
      records.set(record.id, record);
    },
    remove: (id) => {
      remove.run(kind, id);
      records.delete(id);
    },
    values: () => records.values(),
    newestFirst: () => [...records.values()].toReversed(),
    size: () => records.size,
  };
}

function createTransactions(database: DatabaseSync): Pick<Store, 'transact' | 'afterCommit'> {
  let isInTransaction = false;
  let effects: (() => void)[] = [];
  const commit = (): void => {
    database.exec('commit');
    isInTransaction = false;
    const due = effects;
    effects = [];
    for (const effect of due) effect();
  };
  return {
    transact: (work) => {
      if (isInTransaction) return work();
      database.exec('begin');
      isInTransaction = true;
      try {
        return work();
      } finally {
        commit(); // even after an exception: memory already has the writes made before it
      }
    },
    afterCommit: (effect) => {
      if (isInTransaction) effects.push(effect);
      else effect();
    },
  };
}

function openDatabase(path: string): DatabaseSync {
  if (path !== ':memory:') makePrivate(path);
  const database = new DatabaseSync(path, { timeout: 5000 });
  // In WAL mode without a sync per commit, a killed process loses nothing; a power cut may lose the last commits.
  database.exec('pragma journal_mode = wal; pragma synchronous = normal;');
  database.exec(
    'create table if not exists documents (kind text, id text, json text not null, primary key (kind, id))',
  );
  return database;
}

/** Makes the file, which contains payments, readable only by its owner. SQLite gives the files beside it the same permissions. */
function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}
