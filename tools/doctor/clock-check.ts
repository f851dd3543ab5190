import type { HttpResponse } from './http-call.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/**
 * Compares this machine's clock with the `Date` header of a response. Webhook signatures are refused when the clocks differ
 * by five minutes.
 */
export function checkClock(source: string, response: HttpResponse): Finding[] {
  if (response.code !== 'responded' || !response.date || Number.isNaN(response.date.getTime())) return [];
  const seconds = Math.round((response.receivedAt.getTime() - response.date.getTime()) / 1000);
  const subject = `Clock, compared with ${source}`;
  if (Math.abs(seconds) < toleranceSeconds) return [ok(subject, 'correct.')];
  const difference = `${Math.abs(seconds)} seconds ${seconds > 0 ? 'fast' : 'slow'}. Synchronize it, for example with chrony or systemd-timesyncd.`;
  return [Math.abs(seconds) < problemSeconds ? warning(subject, difference) : problem(subject, difference)];
}

const toleranceSeconds = 30;
const problemSeconds = 240; // a minute before webhooks are refused
