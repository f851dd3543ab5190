import { adminCatalogueResponse, publishCatalogueRequest } from '#contract/admin/catalogue.ts';
import { publishedResponse } from '#contract/admin/publishing.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const catalogueCalls = {
  getAdminCatalogue: { method: 'GET', path: '/api/admin/catalogue', response: adminCatalogueResponse },
  publishCatalogue: {
    method: 'POST',
    path: '/api/admin/catalogue',
    body: publishCatalogueRequest,
    response: publishedResponse,
  },
} as const satisfies CallTable;
