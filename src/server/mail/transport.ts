import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import * as z from 'zod';
import {
  MailRefusal,
  MailServerUnavailable,
  type MailAttachment,
  type MailMessage,
  type MailTransport,
} from '#server/ports/mail-transport.ts';

/** How long to wait for a mail server, in milliseconds: for the connection, its greeting, and each answer after that. */
export interface MailTimeouts {
  readonly connectionMs: number;
  readonly greetingMs: number;
  readonly socketMs: number;
}

const defaultTimeouts: MailTimeouts = { connectionMs: 10_000, greetingMs: 10_000, socketMs: 20_000 };

/** Sends by SMTP, one connection per email, encrypted whenever the server offers it. */
export function createSmtpTransport(smtpUrl: string, timeouts: MailTimeouts = defaultTimeouts): MailTransport {
  const smtp = createTransport({
    url: smtpUrl,
    connectionTimeout: timeouts.connectionMs,
    dnsTimeout: timeouts.connectionMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.socketMs,
    disableFileAccess: true, // no part of an email may name a file or URL to read
    disableUrlAccess: true,
  });
  return {
    send: async (message) => {
      try {
        await smtp.sendMail(envelopeOf(message));
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

function envelopeOf({ messageId, from, to, subject, html, text, ...more }: MailMessage): SendMailOptions {
  return {
    messageId,
    from,
    to: { ...to },
    subject,
    html,
    text,
    ...(more.replyTo === undefined ? {} : { replyTo: more.replyTo }),
    attachments: (more.attachments ?? []).map(streamed),
    ...(more.unsubscribeUrl === undefined
      ? {}
      : {
          headers: {
            'List-Unsubscribe': `<${more.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
  };
}

/** A stream, so that the file is only written once the mail server accepts the email. */
const streamed = ({ filename, contentType, ...attachment }: MailAttachment) => ({
  filename,
  contentType,
  content: Readable.from(
    (async function* () {
      yield await attachment.write();
    })(),
  ),
});

/** The part of nodemailer's error that is safe to log. */
const smtpError = z.object({
  code: z.string().catch('unknown'),
  responseCode: z.number().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
});

type SmtpError = z.infer<typeof smtpError>;

/** Its message contains only codes, because a mail server's text repeats addresses; that text is in `cause`. */
function failureOf(cause: unknown): MailRefusal | MailServerUnavailable {
  const error = smtpError.catch({ code: 'unknown' }).parse(cause);
  const answer = error.responseCode === undefined ? '' : `, answer ${error.responseCode}`;
  const step = error.command === undefined ? '' : ` at ${error.command.split(' ', 1)[0]}`;
  const details = `${error.code}${answer}${step}`;
  return isAboutServer(error)
    ? new MailServerUnavailable(`the mail server is unavailable: ${details}`, { cause })
    : new MailRefusal(`the mail server did not accept the email: ${details}`, { cause });
}

/**
 * Whether another email would have failed too: without a connection or a login, with our address as the sender, or when the
 * server asks us to come back later after it has read the whole email.
 */
function isAboutServer({ code, responseCode = 0, command }: SmtpError): boolean {
  if (serverCodes.has(code) || responseCode === closingDown) return true;
  return (
    (command === 'MAIL FROM' && responseCode > 0) || (command === 'DATA' && responseCode >= 400 && responseCode < 500)
  );
}

const serverCodes = new Set([
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
