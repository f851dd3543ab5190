import { createTransport } from 'nodemailer';
import { movesRealMoney, type Config } from '#server/config/config.ts';
import { errorCode } from '../start/refusal.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { checkSenders } from './sender-check.ts';

/** Logs in to the mail server and offers it our senders, without sending anything. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const subject = 'Email';
  const { smtpUrl } = config.mail;
  if (smtpUrl === undefined) {
    if (config.sandbox) {
      const access = config.isProduction ? ', with OPERATOR_TOKEN as the bearer token' : '';
      const address = `${config.publicUrl}/dev/mail${access}`;
      return [ok(subject, `no mail server is needed to try the product. Read emails at ${address}.`)];
    }
    const text = 'SMTP_URL is missing, so receipts and links are not sent. Set it to your mail server.';
    return [movesRealMoney(config) ? problem(subject, text) : warning(subject, text)];
  }
  const { hostname, username } = new URL(smtpUrl);
  const smtp = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await smtp.verify();
    const login = username === '' ? 'responds. No login is configured' : 'accepts the login';
    return [ok(subject, `${hostname} ${login}.`), ...(await checkSenders(config, smtpUrl, timeoutMs))];
  } catch (error) {
    return [
      problem(
        subject,
        `${hostname} ${reasons[errorCode(error) ?? ''] ?? `failed (${errorCode(error) ?? 'unknown'}). Check SMTP_URL.`}`,
      ),
    ];
  } finally {
    smtp.close();
  }
}

const timeoutMs = 10_000;

/** The reasons by nodemailer's error code. */
const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'refuses the login. Check the user and the password in SMTP_URL; special characters must be percent-encoded.',
  ECONNECTION: 'cannot be reached. Check host and port in SMTP_URL, and whether a firewall blocks them.',
  ECONNREFUSED: 'cannot be reached. Check host and port in SMTP_URL, and whether a firewall blocks them.',
  EDNS: 'is an unknown host. Check SMTP_URL.',
  ENOTFOUND: 'is an unknown host. Check SMTP_URL.',
  ESOCKET:
    'cannot be reached, or its TLS fails. Check port and scheme in SMTP_URL: smtps:// for port 465, smtp:// for 587.',
  ETIMEDOUT: 'does not respond. Check host and port in SMTP_URL, and whether a firewall blocks them.',
};
