import { isIP } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { errorCode } from '../start/refusal.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

const subject = 'Certificate';

/** Checks the chain, host name and remaining days of the certificate at an https address. */
export async function checkCertificate(publicUrl: string, ca: string | undefined): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return [];
  const seen = await readCertificate(hostname.replace(/^\[|\]$/g, ''), port === '' ? 443 : Number(port), ca);
  if (seen.code === 'unreachable') {
    return [
      problem(
        subject,
        `${hostname} cannot be reached over TLS (${seen.reason}). Check DNS, the proxy and the firewall.`,
      ),
    ];
  }
  const { error, expiresAt } = seen;
  if (error !== undefined) {
    const advice = adviceFor[error] ?? 'Install a certificate that browsers trust, with its whole chain.';
    return [problem(subject, `browsers will refuse it (${error}). ${advice}`)];
  }
  return [checkExpiry(expiresAt, new Date())];
}

/** Checks the remaining days of a certificate. Exported for tests of its limits. */
export function checkExpiry(expiresAt: Date, now: Date): Finding {
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / dayMs);
  if (days >= renewalDays) return ok(subject, `valid for ${days} more days.`);
  return warning(subject, `expires in ${days} days. Check that it is renewed automatically.`);
}

const dayMs = 24 * 60 * 60 * 1000;
const renewalDays = 14; // certificates of 90 days are usually renewed with 30 left

/** Advice by OpenSSL's name of the error. */
const adviceFor: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'It has expired: renew it.',
  CERT_NOT_YET_VALID: "It is not valid yet: check this machine's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID: 'It is for another host name: get one for the host in PUBLIC_URL.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'An intermediate certificate is missing: configure the proxy to send the full chain.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'It is self-signed: get one from a certificate authority, for example with ACME.',
};

type SeenCertificate =
  | { readonly code: 'seen'; readonly error: string | undefined; readonly expiresAt: Date }
  | { readonly code: 'unreachable'; readonly reason: string };

function readCertificate(host: string, port: number, ca: string | undefined): Promise<SeenCertificate> {
  return new Promise((resolve) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket: TLSSocket = connect({ host, port, ca, rejectUnauthorized: false, timeout: 10_000, ...name }, () => {
      const certificate: PeerCertificate = socket.getPeerCertificate();
      const error = socket.authorizationError as Error | string | null | undefined;
      socket.end();
      resolve({
        code: 'seen',
        error: error ? (errorCode(error) ?? String(error)) : undefined,
        expiresAt: new Date(certificate.valid_to),
      });
    });
    socket.on('timeout', () => socket.destroy(new Error('no response within ten seconds')));
    socket.on('error', (error: Error) => resolve({ code: 'unreachable', reason: errorCode(error) ?? error.message }));
  });
}
