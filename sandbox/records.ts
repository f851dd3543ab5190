/** An event with its object at that time, stored as JSON because there are many events. */
export interface EventRecord {
  readonly id: string;
  readonly created: number;
  readonly type: string;
  readonly objectJson: string;
  readonly previousAttributes: Readonly<Record<string, unknown>> | null;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly livemode: boolean;
  readonly account: string | null;
  /** Absent for Stripe's events. */
  readonly provider?: 'paypal';
  /** A forged event is sent as a webhook but not listed. */
  readonly isListed: boolean;
}

/** The delivery of an event, with the same id. Times named `…AtMs` are real time. */
export interface DeliveryRecord {
  readonly id: string;
  readonly status: 'waiting' | 'held' | 'delivered' | 'dropped' | 'given_up';
  readonly created: number;
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  readonly lastOutcome: string | null;
  /** Successful deliveries still to make; more than one repeats the event. */
  readonly copiesLeft: number;
  readonly tampering: 'wrong_signature' | 'old_timestamp' | null;
  /** Attempts still to be tampered with; later ones are genuine. */
  readonly tamperedAttemptsLeft: number;
  /** Sandbox second at which a held delivery is released; if null, the operator releases it. */
  readonly releaseAt: number | null;
  /** The id that deliveries share if they are held to be sent in reverse order. */
  readonly reorderGroup: string | null;
}

/** An armed fault. It affects the next matching events or calls, or takes a permission until the faults are cleared. */
export type FaultRecord = WebhookFaultRecord | ApiFaultRecord | PermissionFaultRecord;

/** A fault in the webhooks of the next `timesLeft` events, of the given types or of any type. */
export interface WebhookFaultRecord {
  readonly id: string;
  readonly target: 'webhook';
  readonly kind: 'drop' | 'never_generate' | 'repeat' | 'delay' | 'reorder' | 'wrong_signature' | 'old_timestamp';
  readonly eventTypes: readonly string[] | null;
  readonly timesLeft: number;
  /** Copies of a repeated event, deliveries to reorder together, or tampered attempts before the genuine one. */
  readonly count: number;
  /** Sandbox seconds of a delay; null holds the delivery until it is released. */
  readonly delaySeconds: number | null;
}

/** A fault in the next `timesLeft` API calls of this method and path. */
export interface ApiFaultRecord {
  readonly id: string;
  readonly target: 'api';
  readonly kind: 'status' | 'slow' | 'cut' | 'odd_json';
  readonly method: string | null;
  /** A path, in which `*` matches any one segment; null matches every path. */
  readonly path: string | null;
  readonly timesLeft: number;
  readonly moment: 'before_effect' | 'after_effect';
  readonly status: number;
  readonly slowMs: number;
}

/** A permission that the merchant's key lacks until the faults are cleared. */
export interface PermissionFaultRecord {
  readonly id: string;
  readonly target: 'permission';
  /** The permission, such as `charge_read` (its absence removes `charge_write` too), or PayPal's `transaction_search`. */
  readonly permission: string;
}
