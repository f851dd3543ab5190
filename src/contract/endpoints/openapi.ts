import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';

export const openApiEndpoints = {
  getOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    response: z.looseObject({ openapi: z.literal('3.1.1') }),
    access: 'public',
    summary: 'This API as an OpenAPI document, for programs and tools',
    hasEntityTag: true,
    errors: [],
    limitPerMinute: 600,
  },
} as const satisfies EndpointTable;
