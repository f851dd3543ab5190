import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The script that stands in for PayPal's v6 web SDK, as browsers load it. */
export const webSdkScript: string = readFileSync(join(import.meta.dirname, 'web-sdk.browser.js'), 'utf8');

/** Tells the page that opened the approval window how the payer decided, and closes the window. */
export const decisionScript = (decision: 'approve' | 'cancel' | 'error', targetOrigin: string): string =>
  `if (window.opener) { window.opener.postMessage({ source: 'payment-sandbox', decision: ${JSON.stringify(decision)} }, ${JSON.stringify(targetOrigin)}); setTimeout(() => window.close(), 50); }`;
