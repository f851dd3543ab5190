import type { FastifyInstance } from 'fastify';
import { reportEndpoints } from '#contract/endpoints/receipt.ts';
import { brand } from '#domain/brand.ts';
import { reportYear } from '#domain/report/report-year.ts';
import type { Deps } from '#server/deps.ts';
import { entityTag, isUnchanged } from '#server/http/entity-tag.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { writeImpactReport } from './write-impact-report.ts';

/** `GET /api/impact-report.pdf`: the report of last year as a download. */
export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const reportOf = cacheByYear((year) => writeImpactReport(year, deps.config.contactEmail));
  registerEndpoint(app, deps, reportEndpoints.downloadImpactReport, async ({ request, reply }) => {
    const year = reportYear(deps.clock.now());
    const report = await reportOf(year);
    const tag = entityTag(report);
    reply.headers({ 'cache-control': 'no-cache', etag: tag }); // revalidated on each use, since the year may have changed
    if (isUnchanged(request, tag)) return reply.code(304).send();
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${brand.name.toLowerCase()}-impact-report-${year}.pdf"`,
      })
      .send(report);
  });
}

/**
 * Keeps the latest year's result in memory. Callers that arrive while it is being computed share it; a failure is not
 * stored, so the next caller tries again.
 */
export function cacheByYear<T>(compute: (year: number) => Promise<T>): (year: number) => Promise<T> {
  let latest: { readonly year: number; readonly result: Promise<T> } | undefined;
  return async (year) => {
    if (latest?.year !== year) latest = { year, result: compute(year) };
    const current = latest;
    try {
      return await current.result;
    } catch (error) {
      if (latest === current) latest = undefined;
      throw error;
    }
  };
}
