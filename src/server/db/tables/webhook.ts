/** The address of another program that we tell about events. */
export interface WebhookEndpointRow {
  id: string;
  url: string;
  description: string;
  /** Names of events, with spaces between them. */
  events: string;
  status: 'active' | 'paused' | 'off';
  status_since: string;
  /** Encrypted. */
  secret: string;
  /** Encrypted; also used to sign until `former_secret_until`. */
  former_secret: string | null;
  former_secret_until: string | null;
  /** The first failed attempt since the last one that succeeded. */
  failing_since: string | null;
  /** Nothing is sent before this time, except by hand. */
  resting_until: string | null;
  created_at: string;
}

/** An event for one endpoint. */
export interface WebhookDeliveryRow {
  id: string;
  endpoint_id: string;
  event: string;
  event_id: string;
  body: string;
  status: 'waiting' | 'delivered' | 'failed' | 'skipped';
  /** All attempts that were made. */
  attempts: number;
  /** The attempts that were not made by hand. They determine the next pause. */
  planned_attempts: number;
  /** The job that may make the next attempt; earlier ones find that they are outdated. */
  job_number: number;
  next_attempt_at: string | null;
  created_at: string;
}

export interface WebhookAttemptRow {
  delivery_id: string;
  number: number;
  attempted_at: string;
  status_code: number | null;
  problem: string | null;
  /** The first 500 characters of the response. */
  answer: string | null;
}
