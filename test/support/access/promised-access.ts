import type { Access } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { signedInAccess } from './signed-in.ts';
import { moneyAccess } from './money.ts';
import { peopleAccess } from './people.ts';
import { siteAccess } from './site.ts';
import { publicAccess } from './visitors.ts';

/** Who may call each endpoint (spec-readings, The wire). A new endpoint does not compile until it is in one of the lists. */
export const promisedAccess: Readonly<Record<EndpointName, Access>> = {
  ...publicAccess,
  ...signedInAccess,
  ...moneyAccess,
  ...peopleAccess,
  ...siteAccess,
};
