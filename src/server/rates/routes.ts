import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AdminRatesResponse } from '#contract/admin/rates.ts';
import { endpoints } from '#contract/endpoints.ts';
import { rateAge } from '#domain/rates/rate-age.ts';
import { ratedCurrencies, seededRates } from '#domain/rates/rates.ts';
import type { Deps } from '#server/deps.ts';
import { cachedResponse } from '#server/http/entity-tag.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint, type StaffMember } from '#server/http/register-endpoint.ts';
import { publish, readVersions } from '#server/publishing/index.ts';
import { currentRates, rateClock } from './current-rates.ts';
import { readDailyFetch, waitingRates } from './fetching/daily-fetch.ts';
import { publishRates, type PublishRatesResult } from './publish-rates.ts';
import { ratesKind } from './rates-kind.ts';

export function ratesRoutes(app: FastifyInstance, deps: Deps): void {
  cachedResponse(app, endpoints.listRates, () => {
    const table = currentRates(deps);
    const version = `${deps.published.rates.current().number} ${table.inDollars.join()}`;
    return { version, response: () => table };
  });
  registerEndpoint(app, deps, endpoints.getAdminRates, () => readRates(deps));
  registerEndpoint(app, deps, endpoints.publishRates, async ({ user, body, reply }) =>
    responseOf(deps, user, await publishRates(deps, user, body), reply),
  );
  registerEndpoint(app, deps, endpoints.restoreRates, async ({ user, body, reply }) => {
    const request = { ...body, actor: user, document: seededRates };
    return responseOf(deps, user, await publish(deps, deps.published.rates, request), reply);
  });
}

/** Reads the newest rates first, so that the response includes those that another process has just published. */
async function readRates(deps: Deps): Promise<AdminRatesResponse> {
  await deps.published.rates.refresh(deps.db.read);
  const { number, document } = deps.published.rates.current();
  const clock = rateClock(deps);
  const fetch = await readDailyFetch(deps.db.read);
  return {
    version: number,
    rates: ratedCurrencies.map((currency) => ({
      currency,
      ...document[currency],
      age: rateAge(document[currency], clock),
    })),
    dailyFetch: {
      from: deps.config.ratesUrl?.host ?? null,
      fetchedAt: fetch.fetched_at,
      problem: fetch.problem,
      waiting: [...waitingRates(fetch, deps)],
    },
    history: await readVersions(deps.db.read, ratesKind),
  };
}

function responseOf(deps: Deps, user: StaffMember, result: PublishRatesResult, reply: FastifyReply) {
  if (result.code !== 'published') return sendRefusal(reply, result.code, result.sentence);
  deps.log.info({ kind: 'rates', version: result.version, publishedBy: user.id }, 'version published');
  return { status: result.code, version: result.version };
}
