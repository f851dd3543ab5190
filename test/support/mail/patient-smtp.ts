import { createSmtpTransport } from '#server/mail/transport.ts';
import type { MailTransport } from '#server/ports/mail-transport.ts';

/** Sends to a test's mail server, and waits long enough for a response that a busy machine delays. */
export const patientSmtp = (url: string): MailTransport =>
  createSmtpTransport(url, { connectionMs: waitMs, transferMs: waitMs, acceptanceMs: waitMs });

const waitMs = 120_000;
