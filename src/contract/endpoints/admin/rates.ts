import { ratesCalls } from '#contract/calls/admin/rates.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const ratesEndpoints = {
  getAdminRates: {
    ...ratesCalls.getAdminRates,
    access: 'readMoney',
    summary: 'Exchange rates with their days and sources, and their history',
    errors: [],
  },
  publishRates: {
    ...ratesCalls.publishRates,
    access: 'publishRates',
    onlyInPerson: true,
    summary: 'Publishes new exchange rates',
    errors: ['version_outdated', 'nothing_changed', 'rate_unlikely'],
    limitPerMinute: 60,
  },
  restoreRates: {
    ...ratesCalls.restoreRates,
    access: 'publishRates',
    onlyInPerson: true,
    summary: 'Publishes the exchange rates of a new installation',
    errors: ['version_outdated', 'nothing_changed'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
