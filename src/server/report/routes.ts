import type { FastifyInstance } from 'fastify';
import { reportEndpoints } from '#contract/report-endpoints.ts';
import { brand } from '#domain/brand.ts';
import { reportYear } from '#domain/report/report-year.ts';
import type { Deps } from '#server/deps.ts';
import { entityTag, isUnchanged } from '#server/http/entity-tag.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { keepLatest } from './keep-latest.ts';
import { writeImpactReport } from './write-impact-report.ts';

/** `GET /api/impact-report.pdf`: the report of the year before this one, to keep. */
export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const reportOf = keepLatest(writeImpactReport);
  registerEndpoint(app, deps, reportEndpoints.downloadImpactReport, async ({ request, reply }) => {
    const year = reportYear(deps.clock.now());
    const report = await reportOf(year);
    const tag = entityTag(report);
    reply.headers({ 'cache-control': 'no-cache', etag: tag }); // kept by the browser, and asked for again: its year may be over
    if (isUnchanged(request, tag)) return reply.code(304).send();
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${brand.name.toLowerCase()}-impact-report-${year}.pdf"`,
      })
      .send(report);
  });
}
