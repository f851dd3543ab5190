import { ratesSentences, type PublishRatesRequest } from '#contract/admin/rates.ts';
import { checkRates, unlikelyChanges } from '#domain/rates/check-rates.ts';
import { toDay } from '#domain/rates/rate-age.ts';
import type { Deps } from '#server/deps.ts';
import { publish, type PublishResult } from '#server/publishing/index.ts';
import type { StaffMember } from '#server/staff/index.ts';

export type PublishRatesResult =
  | PublishResult
  | { readonly code: 'invalid_request' | 'rate_unlikely'; readonly sentence: string };

/** Publishes new rates for some currencies; the others stay as they are. A change of more than 10 % has to be confirmed. */
export async function publishRates(
  deps: Deps,
  actor: StaffMember,
  { rates, confirmed, basedOn, reason }: PublishRatesRequest,
): Promise<PublishRatesResult> {
  await deps.published.rates.refresh(deps.db.read); // another process may have published newer rates
  const present = deps.published.rates.current().document;
  const checked = checkRates(rates, present, toDay(deps.clock.now()));
  if (checked.code === 'refused') return { code: 'invalid_request', sentence: checked.sentence };
  const unlikely = unlikelyChanges(present, checked.rates).filter((currency) => !confirmed.includes(currency));
  if (unlikely.length > 0) return { code: 'rate_unlikely', sentence: ratesSentences.unlikely(unlikely) };
  return publish(deps, deps.published.rates, { actor, document: { ...present, ...checked.rates }, basedOn, reason });
}
