import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { MailRefusal } from './mail-refusal.ts';

/** A mail that is ready to leave. */
export interface MailMessage {
  /** Stays the same on every attempt, so that a mail that arrives twice can be told to be one. */
  readonly messageId: string;
  /** Sender as a person writes it: an address, or a name with an address in angle brackets. */
  readonly from: string;
  readonly to: MailRecipient;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where an answer goes, when that is not the sender. */
  readonly replyTo?: string;
  readonly attachments?: readonly MailAttachment[];
  /** Address that ends the subscription by a POST without any question (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** A file that comes with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  /** Writes the file, once a server takes the mail. */
  write(): Promise<Buffer>;
}

/** Whom a mail is for. Neither part is trusted: both were typed by the person. */
export interface MailRecipient {
  readonly name: string;
  readonly address: string;
}

/** The way out for mails. Resolves when the mail server has taken the mail over, and rejects with MailRefusal otherwise. */
export interface MailTransport {
  send(message: MailMessage): Promise<void>;
}

/** How long to wait for a mail server, in milliseconds: for the connection, its greeting, and any answer after that. */
export interface MailTimeouts {
  readonly connectionMs: number;
  readonly greetingMs: number;
  readonly socketMs: number;
}

const defaultTimeouts: MailTimeouts = { connectionMs: 10_000, greetingMs: 10_000, socketMs: 20_000 };

/** Sends by SMTP, each mail over a connection of its own, encrypted whenever the server offers it. */
export function createSmtpTransport(smtpUrl: string, timeouts: MailTimeouts = defaultTimeouts): MailTransport {
  const smtp = createTransport({
    url: smtpUrl,
    connectionTimeout: timeouts.connectionMs,
    dnsTimeout: timeouts.connectionMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.socketMs,
    disableFileAccess: true, // no part of a mail may ever name a file or an address to be fetched
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

/** The file is a stream, so that it is not written for a server that does not even answer. */
const streamed = ({ filename, contentType, ...attachment }: MailAttachment) => ({
  filename,
  contentType,
  content: Readable.from(
    (async function* () {
      yield await attachment.write();
    })(),
  ),
});
