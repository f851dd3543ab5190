import { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import * as z from 'zod';
import {
  MailRefusal,
  MailServerUnavailable,
  type MailAttachment,
  type MailMessage,
  type MailTransport,
} from '#server/ports/mail-transport.ts';

/** How long to wait for a mail server, in milliseconds. */
export interface MailTimeouts {
  /** For the connection, and then for its greeting. */
  readonly connectionMs: number;
  /** From the start until the server has the whole email. */
  readonly transferMs: number;
  /** For the response after that: many servers first check an email for viruses. */
  readonly acceptanceMs: number;
}

/** Their sum is shorter than a job's lease, so that no other process sends the email as well. */
const defaultTimeouts: MailTimeouts = { connectionMs: 10_000, transferMs: 45_000, acceptanceMs: 120_000 };

/** Sends by SMTP, one connection per email, encrypted whenever the server offers it. */
export const createSmtpTransport = (smtpUrl: string, timeouts: MailTimeouts = defaultTimeouts): MailTransport => ({
  send: (message) => sendBySmtp(smtpUrl, timeouts, message),
});

async function sendBySmtp(smtpUrl: string, timeouts: MailTimeouts, message: MailMessage): Promise<void> {
  const { createTransport } = await import('nodemailer'); // with the first email, not at the start
  const deadline = new AbortController();
  const abort = (): void => deadline.abort();
  let timer = setTimeout(abort, timeouts.transferMs);
  let isTransferred = false;
  const smtp = createTransport({
    url: smtpUrl,
    connectionTimeout: timeouts.connectionMs,
    dnsTimeout: timeouts.connectionMs,
    greetingTimeout: timeouts.connectionMs,
    disableFileAccess: true, // no part of an email may name a file or URL to read
    disableUrlAccess: true,
  });
  smtp.use('stream', ({ message: content }, next) => {
    const handleEnd = (): void => {
      isTransferred = true;
      clearTimeout(timer);
      timer = setTimeout(abort, timeouts.acceptanceMs);
    };
    content.processFunc((source) => source.on('end', handleEnd)); // read only after the server has accepted the recipient
    next();
  });
  try {
    await smtp.sendMail(envelopeOf(message, deadline.signal));
  } catch (error) {
    throw failureOf(error, isTransferred);
  } finally {
    clearTimeout(timer);
  }
}

function envelopeOf(
  { messageId, from, to, subject, html, text, ...more }: MailMessage,
  signal: AbortSignal,
): SendMailOptions & { readonly signal: AbortSignal } {
  return {
    signal,
    messageId,
    from,
    to: { ...to },
    subject,
    html,
    text,
    ...(more.replyTo === undefined ? {} : { replyTo: more.replyTo }),
    attachments: (more.attachments ?? []).map(streamed),
    headers: {
      ...(more.isFromPerson === true ? {} : { 'Auto-Submitted': 'auto-generated' }), // RFC 3834
      ...(more.unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${more.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  };
}

/** Makes the file a stream, so that it is written only after the mail server has accepted the recipient. */
const streamed = ({ filename, contentType, ...attachment }: MailAttachment) => ({
  filename,
  contentType,
  content: Readable.from(
    (async function* () {
      yield await attachment.write();
    })(),
  ),
});

/** The parts of nodemailer's error that we use. `response`, the mail server's text, must not be logged; the others are safe. */
const smtpError = z.object({
  code: z.string().catch('unknown'),
  responseCode: z.number().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
});

type SmtpError = z.infer<typeof smtpError>;

/**
 * The error for a failed email. Its message has only codes, because a mail server's text repeats addresses; `cause` has the text.
 */
function failureOf(cause: unknown, isTransferred: boolean): MailRefusal | MailServerUnavailable {
  const error = smtpError.catch({ code: 'unknown' }).parse(cause);
  const response = error.responseCode === undefined ? '' : `, response ${error.responseCode}`;
  const step = error.command === undefined ? '' : ` at ${error.command.split(' ', 1)[0]}`;
  const details = `${error.code === ourDeadline ? 'ETIMEDOUT' : error.code}${response}${step}`;
  const mayBeDelivered = isTransferred && error.responseCode === undefined;
  return isAboutServer(error)
    ? new MailServerUnavailable(`the mail server is unavailable: ${details}`, { cause, mayBeDelivered })
    : new MailRefusal(`the mail server did not accept the email: ${details}`, {
        cause,
        isPermanent: (error.responseCode ?? 0) >= 500,
        isAddressUnknown: unknownAddress.test(error.response ?? ''),
      });
}

/**
 * Returns true if any other email would have failed too: there was no connection or login, or the server refused our address as
 * the sender, reported a fault in its own system, or asked us to come back later after it had read the whole email.
 */
function isAboutServer({ code, responseCode = 0, response = '', command }: SmtpError): boolean {
  if (serverCodes.has(code) || responseCode === closingDown || systemFault.test(response)) return true;
  return (
    (command === 'MAIL FROM' && responseCode > 0) || (command === 'DATA' && responseCode >= 400 && responseCode < 500)
  );
}

const ourDeadline = 'EABORT';

const serverCodes = new Set([
  ourDeadline,
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EPROTOCOL',
  'EPROXY',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
]);

const closingDown = 421;

/** The enhanced status code 5.1, "addressing status" (RFC 3463), except those about the sender. */
const unknownAddress = /^5\d\d[ -]5\.1\.(?![78]\b)\d/;

/** A temporary response with the enhanced status code 4.3, "mail system status" (RFC 3463), such as a failed lookup. */
const systemFault = /^4\d\d[ -]4\.3\./;
