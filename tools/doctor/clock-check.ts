import type { HttpAnswer } from './http-call.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/**
 * Compares this machine's clock with the `Date` header of an answer. Signatures of webhooks are refused when the clocks differ by
 * five minutes.
 */
export function checkClock(source: string, answer: HttpAnswer): Finding[] {
  if (answer.code !== 'answered' || !answer.date || Number.isNaN(answer.date.getTime())) return [];
  const seconds = Math.round((answer.receivedAt.getTime() - answer.date.getTime()) / 1000);
  const subject = `Clock, compared with ${source}`;
  if (Math.abs(seconds) < toleranceSeconds) return [ok(subject, 'correct.')];
  const difference = `${Math.abs(seconds)} seconds ${seconds > 0 ? 'fast' : 'slow'}. Synchronize it, for example with chrony or systemd-timesyncd.`;
  return [Math.abs(seconds) < refusedSeconds ? warning(subject, difference) : problem(subject, difference)];
}

const toleranceSeconds = 30;
const refusedSeconds = 240;
