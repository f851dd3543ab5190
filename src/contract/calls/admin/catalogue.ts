import {
  adminCatalogueAnswer,
  cataloguePreview,
  previewCatalogueRequest,
  publishCatalogueRequest,
} from '#contract/admin/catalogue.ts';
import { publishedAnswer } from '#contract/admin/publishing.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const catalogueCalls = {
  getAdminCatalogue: { method: 'GET', path: '/api/admin/catalogue', answer: adminCatalogueAnswer },
  previewCatalogue: {
    method: 'POST',
    path: '/api/admin/catalogue/preview',
    body: previewCatalogueRequest,
    answer: cataloguePreview,
  },
  publishCatalogue: {
    method: 'POST',
    path: '/api/admin/catalogue',
    body: publishCatalogueRequest,
    answer: publishedAnswer,
  },
} as const satisfies CallTable;
