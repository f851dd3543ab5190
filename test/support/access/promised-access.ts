import type { Access } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { forSignedIn } from './signed-in.ts';
import { forMoney } from './money.ts';
import { forPeople } from './people.ts';
import { forSite } from './site.ts';
import { forEveryone } from './visitors.ts';

/** Who may call what (spec-readings, The wire). A new endpoint does not compile until it is in one of the lists. */
export const promisedAccess: Readonly<Record<EndpointName, Access>> = {
  ...forEveryone,
  ...forSignedIn,
  ...forMoney,
  ...forPeople,
  ...forSite,
};
