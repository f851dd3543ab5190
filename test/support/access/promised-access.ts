import type { Access } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { signedInAccess } from './signed-in.ts';
import { moneyAccess } from './money.ts';
import { peopleAccess } from './people.ts';
import { siteAccess } from './site.ts';
import { publicAccess } from './visitors.ts';

/** The promised access to each endpoint (spec-readings, The wire). A missing endpoint is a compiler error. */
export const promisedAccess: Readonly<Record<EndpointName, Access>> = {
  ...publicAccess,
  ...signedInAccess,
  ...moneyAccess,
  ...peopleAccess,
  ...siteAccess,
};
