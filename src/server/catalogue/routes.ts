import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import type { MealSourceResponse } from '#contract/calls/meal-sources.ts';
import type { CharityResponse, SnackResponse } from '#contract/catalogue.ts';
import { endpoints } from '#contract/endpoints.ts';
import { offered, toSnack, type CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { cachedVersion } from '#server/http/entity-tag.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint, type StaffMember } from '#server/http/register-endpoint.ts';
import { readVersions } from '#server/publishing/index.ts';
import { catalogueKind } from './catalogue-kind.ts';
import { findNextIds } from './known-entries.ts';
import { publishCatalogue, type PublishCatalogueResult } from './publish-catalogue.ts';

/** Registers the endpoints for the catalogue as donors read it, in the spec's shape (spec 3), and as staff change it. */
export function catalogueRoutes(app: FastifyInstance, deps: Deps): void {
  const current = () => deps.published.catalogue.current();
  cachedVersion(app, endpoints.listSnacks, current, toSnackResponses);
  cachedVersion(app, endpoints.listCharities, current, toCharityResponses);
  cachedVersion(app, endpoints.listMealSources, current, toMealSources);
  registerEndpoint(app, deps, endpoints.getAdminCatalogue, () => readCatalogue(deps));
  registerEndpoint(app, deps, endpoints.publishCatalogue, async ({ user, body, reply }) =>
    responseOf(deps, user, await publishCatalogue(deps, user, body), reply),
  );
}

const toSnackResponses = ({ snacks }: CatalogueDocument): SnackResponse[] =>
  offered(snacks).map((snack) => ({
    id: snack.id,
    name: snack.name,
    price: toDecimal(toSnack(snack).price),
    mealsProvided: snack.meals,
    ...(snack.picture !== null && { picture: `/pictures/${snack.picture}` }),
  }));

const toCharityResponses = ({ charities }: CatalogueDocument): CharityResponse[] =>
  offered(charities).map(({ id, name }) => ({ id, name }));

const toMealSources = ({ snacks }: CatalogueDocument): MealSourceResponse[] =>
  offered(snacks).map(({ id, meals, mealsSource }) => ({ id, meals, source: mealsSource }));

/** Reads the newest versions first, because another process may have published them. */
async function readCatalogue({ db, published: { catalogue } }: Deps): Promise<AdminCatalogueResponse> {
  await catalogue.refresh(db.read);
  const { number, document } = catalogue.current();
  const scheduled = catalogue.scheduled();
  return {
    version: scheduled.at(-1)?.number ?? number,
    document: toResponse(document),
    scheduled: scheduled.map((version) => ({
      version: version.number,
      effectiveFrom: version.effectiveFrom.toISOString(),
      document: toResponse(version.document),
    })),
    next: await findNextIds(db.read),
    monthlyDonations: await countMonthlyDonations(db.read),
    history: await readVersions(db.read, catalogueKind),
  };
}

/** Counts the monthly donations to each charity that are charged or will be, without those that wait for another charity. */
const countMonthlyDonations = (db: Queryable): Promise<AdminCatalogueResponse['monthlyDonations']> =>
  db
    .selectFrom('plans')
    .innerJoin('plan_terms', (join) =>
      join.onRef('plan_terms.plan_id', '=', 'plans.id').onRef('plan_terms.number', '=', 'plans.terms_number'),
    )
    .select('charity_id as charityId')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', 'in', ['active', 'past_due', 'paused'])
    .where('waiting_since', 'is', null)
    .groupBy('charity_id')
    .orderBy('charity_id')
    .execute();

const toResponse = ({ snacks, charities }: CatalogueDocument) => ({ snacks: [...snacks], charities: [...charities] });

function responseOf(deps: Deps, user: StaffMember, result: PublishCatalogueResult, reply: FastifyReply) {
  if (result.code !== 'published') return sendRefusal(reply, result.code, result.sentence);
  deps.log.info({ kind: 'catalogue', version: result.version, publishedBy: user.id }, 'version published');
  return { status: result.code, version: result.version };
}
