import type { Config } from '#server/config.ts';

/**
 * Headers of every answer, made once (design 6). `styleHash` names the one inline sheet of the prerendered pages; there are
 * no inline scripts. Style attributes are allowed since the interface primitives position themselves by them.
 */
export function securityHeaders(config: Config, styleHash: string | undefined): Readonly<Record<string, string>> {
  const isSecure = config.publicUrl.startsWith('https:');
  return Object.freeze({
    'content-security-policy': contentSecurityPolicy(isSecure, [
      "script-src 'self'",
      `style-src 'self'${styleHash ? ` '${styleHash}'` : ''}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
    ]),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(isSecure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  });
}

/**
 * What replaces some of these headers on the page with PayPal's script, and nowhere else: the page may load and reach
 * PayPal, which brings styles of its own, and the window that it opens may speak to it. None where PayPal is not offered.
 */
export function paypalPageHeaders({ paypal, publicUrl }: Config): Readonly<Record<string, string>> | undefined {
  if (!paypal) return undefined;
  const hosts = paypalHosts(new URL(paypal.webSdkUrl));
  return Object.freeze({
    'content-security-policy': contentSecurityPolicy(publicUrl.startsWith('https:'), [
      `script-src 'self' ${hosts}`,
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data: ${hosts}`,
      "font-src 'self'",
      `connect-src 'self' ${hosts}`,
      `frame-src ${hosts}`,
    ]),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()',
  });
}

/** PayPal's script loads from all over PayPal's domains; what stands in for it has one address. */
const paypalHosts = ({ hostname, origin }: URL): string =>
  /(^|\.)paypal\.com$/.test(hostname) ? 'https://*.paypal.com https://*.paypalobjects.com' : origin;

/** `sources` are the directives that say where things may come from. */
function contentSecurityPolicy(isSecure: boolean, sources: readonly string[]): string {
  const directives = [
    "default-src 'self'",
    ...sources,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return [...directives, ...(isSecure ? ['upgrade-insecure-requests'] : [])].join('; ');
}
