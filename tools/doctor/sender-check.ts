import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isExample, type Config } from '#server/config/config.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

const subject = 'Email sender';

/**
 * Checks that the mail server accepts MAIL_FROM and CONTACT_EMAIL as senders. Each attempt stops where its content would begin,
 * so no email is sent.
 */
export async function checkSenders(
  { mail, contactEmail, admin }: Config,
  smtpUrl: string,
  timeoutMs: number,
): Promise<Finding[]> {
  const addresses = [mail.from === undefined ? contactEmail : addressIn(mail.from), contactEmail];
  const senders = [...new Set(addresses)].filter((address) => !isExample(address));
  const findings: Finding[] = [];
  for (const from of senders) {
    const refusal = await attempt(smtpUrl, { from, to: admin.email }, timeoutMs);
    if (refusal) findings.push(findingOf(from, refusal));
  }
  return findings.length > 0 || senders.length === 0
    ? findings
    : [
        ok(
          subject,
          `the mail server accepts ${senders.join(' and ')}. Some mail servers refuse a sender only once an email is sent.`,
        ),
      ];
}

const addressIn = (sender: string): string => /<(.+)>$/.exec(sender)?.[1] ?? sender;

/** The mail server's response to a sender that it does not accept. */
type SenderRefusal = Pick<SMTPConnection.SMTPError, 'response' | 'responseCode' | 'code'>;

function findingOf(from: string, { response, responseCode = 0, code }: SenderRefusal): Finding {
  const reply = response ?? code ?? 'no response';
  return responseCode >= 500
    ? problem(
        subject,
        `the mail server refuses an email from ${from} (${reply}). Allow this sender there, or use another.`,
      )
    : warning(subject, `the mail server is not accepting email from ${from} now (${reply}). Run this again later.`);
}

function attempt(
  smtpUrl: string,
  { from, to }: { readonly from: string; readonly to: string },
  timeoutMs: number,
): Promise<SenderRefusal | undefined> {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const connection = new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port === '' ? {} : { port: Number(port) }),
    secure: isSecure,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const content = new Readable({ read: () => content.destroy(new Error('only the sender is checked')) });
  return new Promise((resolve) => {
    const finish = (refusal?: SenderRefusal): void => {
      connection.close();
      resolve(refusal);
    };
    const send = (): void =>
      connection.send({ from, to: [to] }, content, (error) => finish(content.errored ? undefined : (error ?? {})));
    connection.on('error', finish);
    connection.connect(() => {
      if (username === '') return send();
      const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
      return connection.login({ credentials }, (error) => (error ? finish(error) : send()));
    });
  });
}
