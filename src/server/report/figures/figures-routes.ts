import type { FastifyInstance } from 'fastify';
import { publicFiguresEndpoints } from '#contract/endpoints/public/figures.ts';
import { publicDonationsMin, sentencesOf } from '#domain/report/public-figures.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { publish, readVersions } from '#server/publishing/index.ts';
import { countersKind } from './counters-kind.ts';
import type { FiguresReader } from './figures-reader.ts';

/** Registers the endpoints for the figures that the home page shows, and for the switch that shows or hides them. */
export function figuresRoutes(app: FastifyInstance, deps: Deps, figures: FiguresReader): void {
  const { counters } = deps.published;
  registerEndpoint(app, deps, publicFiguresEndpoints.getPublicFigures, async () => ({
    shown: (await figures.shown()) ?? null,
  }));
  registerEndpoint(app, deps, publicFiguresEndpoints.getCounters, async () => {
    await counters.refresh(deps.db.read);
    const found = await figures.latest();
    const { number, document } = counters.current();
    return {
      version: number,
      isOn: document.isOn,
      donationsMin: publicDonationsMin,
      figures: found ? { donations: found.donations, ...sentencesOf(found) } : null,
      history: await readVersions(deps.db.read, countersKind),
    };
  });
  registerEndpoint(app, deps, publicFiguresEndpoints.switchCounters, async ({ user, body, reply }) => {
    const { isOn, basedOn, reason } = body;
    const result = await publish(deps, counters, { actor: user, document: { isOn }, basedOn, reason });
    if (result.code !== 'published') return sendRefusal(reply, result.code, result.sentence);
    return { status: result.code, version: result.version };
  });
}
