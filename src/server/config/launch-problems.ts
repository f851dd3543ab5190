import { isLoopback } from './variables.ts';

/** The part of a configuration that affects real donors. */
interface Launch {
  readonly publicUrl: string;
  readonly isProduction: boolean;
  readonly databaseUrl: string | undefined;
  readonly secretKeys: readonly unknown[];
  readonly sandbox: unknown;
  readonly trustedProxies: readonly string[];
  readonly contactEmail: string;
  readonly mail: { readonly from: string | undefined };
  readonly admin: { readonly email: string };
}

interface Keys {
  readonly isLive: boolean;
}

/** Returns true if the keys of at least one provider move real money. */
export const movesRealMoney = ({
  stripe,
  paypal,
}: {
  readonly stripe: Keys | undefined;
  readonly paypal: Keys | undefined;
}): boolean => stripe?.isLive === true || paypal?.isLive === true;

/**
 * Finds what must change before real donors come, one sentence each. With live keys, each problem keeps the product from
 * starting; without live keys, they are warnings. None of this is needed to try the product on one's own machine.
 */
export function findLaunchProblems(config: Launch): string[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  const isTrial = config.sandbox !== undefined && isLoopback(hostname);
  return [
    ...(isTrial ? [] : addressProblems(config)),
    ...(isTrial ? [] : siteProblems(new URL(config.publicUrl))),
    ...(isTrial ? [] : keyProblems(config)),
    ...(protocol === 'https:' && config.trustedProxies.length === 0
      ? [
          'PUBLIC_URL begins with https:// but TRUST_PROXY is missing: set it to the address of the proxy that adds TLS, or all visitors share one rate limit.',
        ]
      : []),
  ];
}

function siteProblems({ protocol, hostname }: URL): string[] {
  if (isLoopback(hostname) || isExampleHost(hostname))
    return ['PUBLIC_URL is missing or an example: set it to the https:// address of the site.'];
  return protocol === 'http:' ? ['PUBLIC_URL begins with http://: set it to the https:// address of the site.'] : [];
}

/** A key in the data folder of one server is missing on the others, and is lost with a container. */
const keyProblems = ({ isProduction, databaseUrl, secretKeys }: Launch): string[] =>
  isProduction && databaseUrl !== undefined && secretKeys.length === 0
    ? [
        'SECRET_KEY is missing: set it to the output of openssl rand -base64 32, the same for every server that uses the PostgreSQL database.',
      ]
    : [];

const addressProblems = ({ contactEmail, mail, admin }: Launch): string[] => [
  ...(isExample(contactEmail)
    ? ['CONTACT_EMAIL is missing or an example: set it to the email address to which donors can write.']
    : []),
  ...(mail.from === undefined || isExample(mail.from)
    ? ['MAIL_FROM is missing or an example: set it to the sender of the emails.']
    : []),
  ...(isExample(admin.email)
    ? ["ADMIN_EMAIL is missing or an example: set it to the administrator's email address."]
    : []),
];

/**
 * Returns true if an email address, perhaps in angle brackets, is at a domain reserved for examples and tests (RFC 2606, RFC
 * 6761).
 */
export function isExample(address: string): boolean {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .replace(/>$/, '')
    .toLowerCase();
  return isExampleHost(domain);
}

const isExampleHost = (host: string): boolean =>
  /(^|\.)(example|test|invalid|localhost)$|(^|\.)example\.(com|net|org)$/.test(host);
