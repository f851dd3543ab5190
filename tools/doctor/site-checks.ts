import { findLaunchProblems, movesRealMoney, type Config } from '#server/config/config.ts';
import { checkCertificate } from './certificate-check.ts';
import { checkClock } from './clock-check.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { callHttp } from './http-call.ts';
import { checkReception } from './reception-check.ts';

/** Checks the settings that affect donors, and the site at PUBLIC_URL. `ca` replaces the system's certificate authorities. */
export async function checkSite(config: Config, ca?: string): Promise<Finding[]> {
  return [
    ...checkSettings(config),
    ...checkSignIn(config),
    ...(await checkCertificate(config.publicUrl, ca)),
    ...(await checkResponse(config, ca)),
  ];
}

/** Checks the settings alone. Exported for tests with addresses that cannot be reached. */
export function checkSettings(config: Config): Finding[] {
  const subject = 'Settings';
  const found = findLaunchProblems(config);
  if (found.length > 0) return found.map((text) => (movesRealMoney(config) ? problem : warning)(subject, text));
  const isTrial = new URL(config.publicUrl).protocol === 'http:';
  return [ok(subject, isTrial ? 'ready to try the product on this machine.' : 'ready for real donors.')];
}

/** Warns if donors must sign in. The setting is meant only for an attack (docs/runbook.md, Card testing). */
const checkSignIn = ({ declines }: Config): Finding[] =>
  declines.needsSignIn
    ? [warning('Checkout', 'only for donors who sign in. Remove CHECKOUT_REQUIRE_SIGN_IN when the attack is over.')]
    : [];

/** Checks that PUBLIC_URL leads to this product, whose home page contains the setting, and that webhooks and the clock work. */
async function checkResponse({ publicUrl, sandbox, stripe }: Config, ca: string | undefined): Promise<Finding[]> {
  const subject = 'Site';
  const response = await callHttp(`${publicUrl}/`, { ca, needsTrust: false });
  if (response.code === 'unreachable') {
    const advice = sandbox
      ? 'Start the product with npm start, and run this in another terminal.'
      : 'Start the product, and check DNS, the proxy and the firewall.';
    return [problem(subject, `${publicUrl} does not respond (${response.reason}). ${advice}`)];
  }
  const isOurs = response.status === 200 && response.text.includes(`<meta name="public-url" content="${publicUrl}"`);
  if (!isOurs) {
    const text = `${publicUrl} responds with status ${response.status}, but it is not this product. Check PUBLIC_URL and the proxy.`;
    return [problem(subject, text), ...checkClock('PUBLIC_URL', response)];
  }
  return [
    ok(subject, `${publicUrl} responds.`),
    ...(stripe ? [await checkReception(publicUrl, stripe, ca)] : []),
    ...checkClock('PUBLIC_URL', response),
  ];
}
