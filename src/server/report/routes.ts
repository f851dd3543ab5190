import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileSentences } from '#contract/endpoint.ts';
import { reportEndpoints } from '#contract/endpoints/receipt.ts';
import { noReportSentences } from '#domain/report/report-page.ts';
import { reportYear } from '#domain/report/report-year.ts';
import { filePrefixOf } from '#domain/words/name-forms.ts';
import { currentSender } from '#server/current-words.ts';
import type { Deps } from '#server/deps.ts';
import { entityTag, isUnchanged } from '#server/http/entity-tag.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { exampleRoutes, toResponse as toFiguresResponse } from './example/example-routes.ts';
import type { FiguresReader } from './figures/figures-reader.ts';
import { figuresRoutes } from './figures/figures-routes.ts';
import type { YearsReader } from './years/years-reader.ts';
import { toResponse as toYearResponse, yearsRoutes } from './years/years-routes.ts';

interface Readers {
  readonly figures: FiguresReader;
  readonly years: YearsReader;
}

/** Registers the endpoints for the yearly report, its download, and the figures of all donations. */
export function reportRoutes(app: FastifyInstance, deps: Deps, { figures, years }: Readers): void {
  figuresRoutes(app, deps, figures);
  exampleRoutes(app, deps);
  yearsRoutes(app, deps);
  registerEndpoint(app, deps, reportEndpoints.getImpactReport, async ({ query, reply }) => {
    const listed = (await years.all()).map(({ year }) => year);
    if (query.year === undefined) {
      return {
        kind: 'example' as const,
        figures: toFiguresResponse(deps.published.report.current().document),
        years: listed,
      };
    }
    const found = await years.find(query.year);
    if (found.code !== 'found') return refuseYear(reply, found.code);
    return { kind: 'year' as const, report: toYearResponse(found.report), years: listed };
  });
  registerEndpoint(app, deps, reportEndpoints.downloadImpactReport, async ({ query, request, reply }) => {
    const found = query.year === undefined ? undefined : await years.find(query.year);
    if (found && found.code !== 'found') return refuseYear(reply, found.code);
    const report = found?.report;
    const example = deps.published.report.current().document;
    const year = report?.year ?? example.year ?? reportYear(deps.clock.now());
    const sender = currentSender(deps);
    const written = await deps.pdf.writeNow(
      report ? { kind: 'year_report', report, sender } : { kind: 'impact_report', year, figures: example, sender },
    );
    if (written.code === 'busy') return sendRefusal(reply, 'unavailable', fileSentences.pdfBusy);
    const tag = entityTag(written.file);
    reply.headers({ 'cache-control': 'no-cache', etag: tag }); // revalidated on each use, because the year and the figures may have changed
    if (isUnchanged(request, tag)) return reply.code(304).send();
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${filePrefixOf(sender.name)}-impact-report-${year}.pdf"`,
      })
      .send(written.file);
  });
}

const refuseYear = (reply: FastifyReply, code: keyof typeof noReportSentences): FastifyReply =>
  sendRefusal(reply, code === 'missing' ? 'not_found' : 'unavailable', noReportSentences[code]);
