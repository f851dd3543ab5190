import { adminCatalogueAnswer, publishCatalogueRequest } from '#contract/admin/catalogue.ts';
import { publishedAnswer } from '#contract/admin/publishing.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const catalogueCalls = {
  getAdminCatalogue: { method: 'GET', path: '/api/admin/catalogue', answer: adminCatalogueAnswer },
  publishCatalogue: {
    method: 'POST',
    path: '/api/admin/catalogue',
    body: publishCatalogueRequest,
    answer: publishedAnswer,
  },
} as const satisfies CallTable;
