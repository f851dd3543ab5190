import type { FastifyInstance } from 'fastify';
import { fileSentences } from '#contract/endpoint.ts';
import { reportEndpoints } from '#contract/endpoints/receipt.ts';
import { reportYear } from '#domain/report/report-year.ts';
import { filePrefixOf } from '#domain/words/name-forms.ts';
import { currentSender } from '#server/current-words.ts';
import type { Deps } from '#server/deps.ts';
import { entityTag, isUnchanged } from '#server/http/entity-tag.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import type { FiguresReader } from './figures/figures-reader.ts';
import { figuresRoutes } from './figures/figures-routes.ts';

/** The report of last year as a download, and the figures of all donations. */
export function reportRoutes(app: FastifyInstance, deps: Deps, figures: FiguresReader): void {
  figuresRoutes(app, deps, figures);
  registerEndpoint(app, deps, reportEndpoints.downloadImpactReport, async ({ request, reply }) => {
    const year = reportYear(deps.clock.now());
    const sender = currentSender(deps);
    const written = await deps.pdf.writeNow({
      kind: 'impact_report',
      year,
      sender,
    });
    if (written.code === 'busy') return sendRefusal(reply, 'unavailable', fileSentences.pdfBusy);
    const tag = entityTag(written.file);
    reply.headers({ 'cache-control': 'no-cache', etag: tag }); // revalidated on each use, since the year may have changed
    if (isUnchanged(request, tag)) return reply.code(304).send();
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${filePrefixOf(sender.name)}-impact-report-${year}.pdf"`,
      })
      .send(written.file);
  });
}
