import { createSmtpTransport } from '#server/mail/transport.ts';
import type { MailTransport } from '#server/ports/mail-transport.ts';

/** Creates a transport to a test's mail server, with long time limits because a busy machine can delay responses. */
export const patientSmtp = (url: string): MailTransport =>
  createSmtpTransport(url, { connectionMs: waitMs, transferMs: waitMs, acceptanceMs: waitMs });

const waitMs = 120_000;
