import { catalogueCalls } from '#contract/calls/admin/catalogue.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const catalogueEndpoints = {
  getAdminCatalogue: {
    ...catalogueCalls.getAdminCatalogue,
    access: 'readContent',
    summary: 'Snacks and charities, including those that are retired or scheduled, and their history',
    errors: [],
  },
  publishCatalogue: {
    ...catalogueCalls.publishCatalogue,
    access: 'editContent',
    onlyInPerson: true,
    bodyMax: 1024 * 1024,
    summary: 'Publishes snacks and charities, now or from a later time',
    errors: ['version_outdated', 'version_in_past', 'nothing_changed'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
