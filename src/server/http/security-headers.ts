import type { Config } from '#server/config.ts';

/** Headers of every answer, made once (design 6). A page has a policy of its own, which allows the sheet inside it. */
export function securityHeaders(config: Config): Readonly<Record<string, string>> {
  const isSecure = config.publicUrl.startsWith('https:');
  return Object.freeze({
    'content-security-policy': contentSecurityPolicy(config, []),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(isSecure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  });
}

type PolicySettings = Pick<Config, 'publicUrl' | 'analyticsId'>;

/**
 * What an answer's document may load and do. `styleHashes` name the sheets inside it; there are no inline scripts. Style
 * attributes are allowed since the interface primitives position themselves by them.
 */
export const contentSecurityPolicy = (settings: PolicySettings, styleHashes: readonly string[]): string =>
  policyWith(settings, {
    styles: [
      `style-src ${["'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' ')}`,
      "style-src-attr 'unsafe-inline'",
    ],
    hosts: '',
    frames: [],
  });

/**
 * What replaces some of these headers on the page with PayPal's script, and nowhere else: the page may load and reach
 * PayPal, which brings styles of its own, and the window that it opens may speak to it. None where PayPal is not offered.
 */
export function paypalPageHeaders(config: Config): Readonly<Record<string, string>> | undefined {
  if (!config.paypal) return undefined;
  const hosts = paypalHosts(new URL(config.paypal.webSdkUrl));
  return Object.freeze({
    'content-security-policy': policyWith(config, {
      styles: ["style-src 'self' 'unsafe-inline'"],
      hosts: ` ${hosts}`,
      frames: [`frame-src ${hosts}`],
    }),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()',
  });
}

/** PayPal's script loads from all over PayPal's domains; what stands in for it has one address. */
const paypalHosts = ({ hostname, origin }: URL): string =>
  /(^|\.)paypal\.com$/.test(hostname) ? 'https://*.paypal.com https://*.paypalobjects.com' : origin;

/** What one document may do beyond the others; `hosts` begins with a space unless it is empty. */
interface Openings {
  readonly styles: readonly string[];
  readonly hosts: string;
  readonly frames: readonly string[];
}

function policyWith({ publicUrl, analyticsId }: PolicySettings, { styles, hosts, frames }: Openings): string {
  const counter = analyticsId === undefined ? noCounter : analyticsSources;
  const isSecure = publicUrl.startsWith('https:');
  const directives = [
    "default-src 'self'",
    `script-src 'self'${hosts}${counter.scripts}`,
    ...styles,
    `img-src 'self' data:${hosts}${counter.answers}`,
    "font-src 'self'",
    `connect-src 'self'${hosts}${counter.answers}`,
    ...frames,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return [...directives, ...(isSecure ? ['upgrade-insecure-requests'] : [])].join('; ');
}

const noCounter = { scripts: '', answers: '' } as const;

/** Where the analytics script comes from and whom it answers to: open only where an id is configured (rulings). */
const analyticsSources = {
  scripts: ' https://www.googletagmanager.com',
  answers: ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com',
} as const;
