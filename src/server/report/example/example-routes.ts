import type { FastifyInstance, FastifyReply } from 'fastify';
import { adminReportEndpoints } from '#contract/endpoints/admin/report.ts';
import { compareFacts } from '#domain/publishing/document-kind.ts';
import { contradictionIn, standardFigures, type ExampleFigures } from '#domain/report/example-figures.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint, type StaffMember } from '#server/http/register-endpoint.ts';
import { publish, readVersions } from '#server/publishing/index.ts';
import { exampleFiguresKind } from './figures-kind.ts';

/** Registers the endpoints with which staff read, preview and publish the figures of the illustrative report. */
export function exampleRoutes(app: FastifyInstance, deps: Deps): void {
  const { report: published } = deps.published;
  registerEndpoint(app, deps, adminReportEndpoints.getAdminReport, async () => {
    await published.refresh(deps.db.read);
    const { number, document } = published.current();
    return {
      version: number,
      figures: toResponse(document),
      standard: toResponse(standardFigures),
      history: await readVersions(deps.db.read, exampleFiguresKind),
    };
  });
  registerEndpoint(app, deps, adminReportEndpoints.previewFigures, async ({ body, reply }) => {
    const problem = contradictionIn(body.figures);
    if (problem !== undefined) return sendRefusal(reply, 'invalid_request', problem);
    await published.refresh(deps.db.read);
    const before = exampleFiguresKind.factsOf(published.current().document);
    return { changes: [...compareFacts(before, exampleFiguresKind.factsOf(body.figures))] };
  });
  registerEndpoint(app, deps, adminReportEndpoints.publishFigures, async ({ user, body, reply }) => {
    const problem = contradictionIn(body.figures);
    if (problem !== undefined) return sendRefusal(reply, 'invalid_request', problem);
    return publishFigures(deps, { actor: user, document: body.figures, ...body, reply });
  });
  registerEndpoint(app, deps, adminReportEndpoints.restoreFigures, async ({ user, body, reply }) =>
    publishFigures(deps, { actor: user, document: standardFigures, ...body, reply }),
  );
}

interface PublishFigures {
  readonly actor: StaffMember;
  readonly document: ExampleFigures;
  readonly basedOn: number;
  readonly reason: string;
  readonly reply: FastifyReply;
}

async function publishFigures(deps: Deps, { actor, document, basedOn, reason, reply }: PublishFigures) {
  const result = await publish(deps, deps.published.report, { actor, document, basedOn, reason });
  if (result.code !== 'published') return sendRefusal(reply, result.code, result.sentence);
  deps.log.info({ kind: 'report', version: result.version, publishedBy: actor.id }, 'version published');
  return { status: result.code, version: result.version };
}

/** Copies the figures into mutable lists, as the type of the endpoint requires. */
export const toResponse = ({ months, regions, ...figures }: ExampleFigures) => ({
  ...figures,
  months: [...months],
  regions: [...regions],
});
