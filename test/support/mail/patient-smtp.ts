import { createSmtpTransport } from '#server/mail/transport.ts';
import type { MailTransport } from '#server/ports/mail-transport.ts';

/** Sends to a mail server of a test, which answers, but late on a busy machine. */
export const patientSmtp = (url: string): MailTransport =>
  createSmtpTransport(url, { connectionMs: waitMs, transferMs: waitMs, acceptanceMs: waitMs });

const waitMs = 120_000;
