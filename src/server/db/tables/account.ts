import type { StaffRole } from '#domain/staff/rights.ts';

/** An account. Usernames and addresses are unique in their case-folded forms, `username_key` and `email_key`. */
export interface UserRow {
  id: string;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  password_hash: string;
  first_name: string | null;
  last_name: string | null;
  country: string;
  time_zone: string;
  /** The role on the team; null for everyone else. */
  staff_role: StaffRole | null;
  /** What earlier releases read instead of `staff_role`: `admin` for Owners. This release only writes it. */
  role: 'donor' | 'admin';
  created_at: string;
  /**
   * When a mailed link first confirmed the account's address; null until then. A new address is confirmed before it replaces
   * the old address.
   */
  email_confirmed_at: string | null;
}

/** The hash of the configured password last applied to an account, to notice a new value; null before the first. */
export interface ConfiguredPasswordRow {
  user_id: string;
  password_hash: string | null;
}

/** A signed-in device. Only the SHA-256 of its token is stored. */
export interface SessionRow {
  token_hash: string;
  user_id: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
  device: string;
}

/** A browser in which an account last signed in (`has_signed_in` is 1) or chose a new password with a mailed link (0). */
export interface KnownDeviceRow {
  /** Hash of the account's id and the secret in the browser's cookie. */
  device_hash: string;
  user_id: string;
  /** When the account last signed in or chose a password in this browser. */
  used_at: string;
  has_signed_in: 0 | 1;
}

/** A wrong password or code, counted against a subject: see `LockSubject`. */
export interface LoginFailureRow {
  id: string;
  subject: string;
  failed_at: string;
}

/** A link that was mailed to `email` and works once. Only the SHA-256 of its token is stored. */
export interface MailLinkRow {
  token_hash: string;
  user_id: string;
  purpose: 'confirm_email' | 'change_email' | 'reset_password';
  email: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** A second factor, in force after it was confirmed. `recovery_hashes` is a JSON list of the unused recovery codes. */
export interface SecondFactorRow {
  user_id: string;
  /** Encrypted; unencrypted base32 if an earlier release stored it. */
  secret: string;
  confirmed_at: string | null;
  last_step: number;
  recovery_hashes: string;
}

/** An email counted against a mail allowance. `subject` names the kind of email and its address or account. */
export interface CountedMailRow {
  id: string;
  subject: string;
  sent_at: string;
}

/** A contact message. `content` is JSON with name, email, subject and message. */
export interface ContactMessageRow {
  id: string;
  content: string;
  /** The sender's address in the form in which addresses are compared; null if an earlier release stored the message. */
  email_key: string | null;
  status: 'new' | 'read';
  sent_at: string;
  read_at: string | null;
  /** A hash of the sender's network (`hashNetwork`); null for old messages. */
  network: string | null;
}

/** A reply to a contact message. `content` is a JSON string. */
export interface ContactReplyRow {
  id: string;
  message_id: string;
  content: string;
  replied_at: string;
}

/** A newsletter subscription, with the consent as it was given. */
export interface SubscriberRow {
  id: string;
  email: string;
  email_key: string;
  status: 'waiting' | 'confirmed' | 'unsubscribed';
  consent_text: string;
  consent_source: string;
  requested_at: string;
  confirm_token_hash: string | null;
  confirm_expires_at: string | null;
  confirmed_at: string | null;
  unsubscribe_token: string;
  unsubscribed_at: string | null;
}
