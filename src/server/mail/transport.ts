import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import * as z from 'zod';
import type { MailAttachment, MailMessage, MailTransport } from '#server/ports/mail-transport.ts';

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
        throw new MailRefusal(error);
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

/** An email that was not sent. The message contains only codes, because a mail server's text repeats addresses; that text is in `cause`. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal';

  constructor(cause: unknown) {
    const { code, responseCode, command } = smtpError.catch({ code: 'unknown' }).parse(cause);
    const answer = responseCode === undefined ? '' : `, answer ${responseCode}`;
    const step = command === undefined ? '' : ` at ${command.split(' ', 1)[0]}`;
    super(`the mail server did not accept the email: ${code}${answer}${step}`, { cause });
  }
}
