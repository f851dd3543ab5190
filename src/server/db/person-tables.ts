/** An account. `username_key` and `email_key` are the folded forms in which names are unique. */
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
  role: 'donor' | 'admin';
  created_at: string;
  /** When a mailed link proved that `email` is the person's own; null until then. */
  email_confirmed_at: string | null;
}

/** A signed-in device; only the SHA-256 of its token is kept. */
export interface SessionRow {
  token_hash: string;
  user_id: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
  device: string;
}

/** One failed login of a subject: an account's folded name, or an address. */
export interface LoginFailureRow {
  id: string;
  subject: string;
  failed_at: string;
}

/** A link that was mailed to `email` and works once; only the SHA-256 of its token is kept. */
export interface MailLinkRow {
  token_hash: string;
  user_id: string;
  purpose: 'confirm_email' | 'change_email' | 'reset_password';
  email: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** A second factor; in force once it is confirmed. `recovery_hashes` is a JSON list of what is left of the recovery codes. */
export interface SecondFactorRow {
  user_id: string;
  secret: string;
  confirmed_at: string | null;
  last_step: number;
  recovery_hashes: string;
}

/** A mail that somebody had sent to an address that may not be theirs; `subject` names the kind of mail and the address. */
export interface UnaskedMailRow {
  id: string;
  subject: string;
  sent_at: string;
}

/** A contact message; `content` is JSON with name, email, subject and message as they were written. */
export interface ContactMessageRow {
  id: string;
  content: string;
  status: 'new' | 'read';
  sent_at: string;
  read_at: string | null;
}

/** An answer to a contact message; `content` is a JSON text. */
export interface ContactReplyRow {
  id: string;
  message_id: string;
  content: string;
  replied_at: string;
}

/** Somebody who asked for the newsletter, with the consent as it was given. */
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
