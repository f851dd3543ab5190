import type { FastifyInstance } from 'fastify';
import { adminReportSentences } from '#contract/admin/report.ts';
import { adminReportEndpoints } from '#contract/endpoints/admin/report.ts';
import type { YearReport } from '#domain/report/year-report.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { publish, readVersions } from '#server/publishing/index.ts';
import { readYears } from './read-years.ts';
import { yearsKind } from './years-kind.ts';

/** Registers the endpoints with which staff read the yearly reports and make them public. */
export function yearsRoutes(app: FastifyInstance, deps: Deps): void {
  const { reportYears: published } = deps.published;
  registerEndpoint(app, deps, adminReportEndpoints.getReportYears, async ({ reply }) => {
    await published.refresh(deps.db.read);
    const { number, document } = published.current();
    const reports = await readYears(deps);
    if (!reports) return sendRefusal(reply, 'unavailable', adminReportSentences.preparing);
    return {
      version: number,
      reports: reports.map((report) => ({
        isPublic: document.years.includes(report.year),
        report: toResponse(report),
      })),
      history: await readVersions(deps.db.read, yearsKind),
    };
  });
  registerEndpoint(app, deps, adminReportEndpoints.switchReportYear, async ({ user, body, reply }) => {
    const { year, isOn, basedOn, reason } = body;
    const reports = isOn ? await readYears(deps) : [];
    if (!reports) return sendRefusal(reply, 'unavailable', adminReportSentences.preparing);
    if (isOn && !reports.some((report) => report.year === year))
      return sendRefusal(reply, 'invalid_request', adminReportSentences.uncovered);
    await published.refresh(deps.db.read);
    const others = published.current().document.years.filter((other) => other !== year);
    const years = (isOn ? [...others, year] : others).toSorted((left, right) => right - left);
    const result = await publish(deps, published, { actor: user, document: { years }, basedOn, reason });
    if (result.code !== 'published') return sendRefusal(reply, result.code, result.sentence);
    deps.log.info({ kind: 'report_years', version: result.version, publishedBy: user.id }, 'version published');
    return { status: result.code, version: result.version };
  });
}

/** Copies a report into mutable lists, as the type of the endpoint requires. */
export const toResponse = ({ months, byCharity, ...report }: YearReport) => ({
  ...report,
  months: [...months],
  byCharity: [...byCharity],
});
