import type { Access } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';

/** The access to some of the endpoints. */
export type SomeAccess = Readonly<Partial<Record<EndpointName, Access>>>;
