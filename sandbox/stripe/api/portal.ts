import type { Sandbox } from '#sandbox/sandbox.ts';
import type { PortalConfigurationRecord, PortalSessionRecord } from '../billing/records.ts';
import { StripeError, invalidParameter, noSuch } from '../error.ts';
import { newId } from '../ids.ts';
import { changedMetadata } from '../parameters/form-values.ts';
import {
  createConfigurationParameters,
  listConfigurationsParameters,
  openPortalParameters,
  updateConfigurationParameters,
} from '../parameters/portal.ts';
import { emitEvent } from '../payments/events.ts';
import { portalConfigurationToWire, portalSessionToWire } from '../wire/portal.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import { readEndpoints } from './resource.ts';

const path = '/v1/billing_portal/configurations';

const createConfiguration = endpoint({
  method: 'POST',
  path,
  parameters: createConfigurationParameters,
  check: ({ clock }, { features, metadata, name, default_return_url: returnUrl }): PortalConfigurationRecord => ({
    id: newId.portalConfiguration(),
    created: clock.nowSeconds(),
    updated: clock.nowSeconds(),
    isActive: true,
    name: name ?? null,
    defaultReturnUrl: returnUrl ?? null,
    canUpdateCard: features.payment_method_update?.enabled ?? false,
    showsInvoices: features.invoice_history?.enabled ?? false,
    metadata: metadata ?? {},
  }),
  run: (sandbox, configuration, origin) => {
    sandbox.store.portalConfigurations.put(configuration);
    const object = portalConfigurationToWire(configuration);
    emitEvent(sandbox, { type: 'billing_portal.configuration.created', object }, origin);
    return object;
  },
});

const updateConfiguration = endpoint({
  method: 'POST',
  path: `${path}/:id`,
  parameters: updateConfigurationParameters,
  unsettable: ['default_return_url', 'name'],
  check: (sandbox, changes, id): PortalConfigurationRecord => {
    const configuration = findConfiguration(sandbox, id);
    const { features, active, metadata, name, default_return_url: returnUrl } = changes;
    return {
      ...configuration,
      updated: sandbox.clock.nowSeconds(),
      isActive: active ?? configuration.isActive,
      name: name === undefined ? configuration.name : name,
      defaultReturnUrl: returnUrl === undefined ? configuration.defaultReturnUrl : returnUrl,
      canUpdateCard: features?.payment_method_update?.enabled ?? configuration.canUpdateCard,
      showsInvoices: features?.invoice_history?.enabled ?? configuration.showsInvoices,
      metadata: changedMetadata(configuration.metadata, metadata),
    };
  },
  run: (sandbox, configuration, origin) => {
    sandbox.store.portalConfigurations.put(configuration);
    const object = portalConfigurationToWire(configuration);
    emitEvent(sandbox, { type: 'billing_portal.configuration.updated', object }, origin);
    return object;
  },
});

const configurationEndpoints = readEndpoints({
  path,
  kind: 'configuration',
  collection: ({ store }) => store.portalConfigurations,
  toWire: (_sandbox, configuration) => portalConfigurationToWire(configuration),
  listParameters: listConfigurationsParameters,
  isIncluded: ({ isActive }, { active, is_default: isDefault }) =>
    (active === undefined || active === isActive) && isDefault !== true,
});

function findConfiguration({ store }: Sandbox, id: string): PortalConfigurationRecord {
  const configuration = store.portalConfigurations.get(id);
  if (configuration === undefined) throw noSuch('configuration', id);
  return configuration;
}

/** Opens the portal for a customer. Anyone who knows its URL can replace the card, for an hour. */
const openPortal = endpoint({
  method: 'POST',
  path: '/v1/billing_portal/sessions',
  parameters: openPortalParameters,
  check: (sandbox, parameters): PortalSessionRecord => {
    const customer = sandbox.store.customers.get(parameters.customer);
    if (customer === undefined) throw noSuch('customer', parameters.customer, 'customer', 400);
    const configuration = activeConfiguration(sandbox, parameters.configuration);
    return {
      id: newId.portalSession(),
      created: sandbox.clock.nowSeconds(),
      customerId: customer.id,
      configurationId: configuration.id,
      returnUrl: parameters.return_url ?? configuration.defaultReturnUrl,
      locale: parameters.locale ?? null,
      pageSecret: newId.pageSecret(),
    };
  },
  run: ({ store, config }, session) => {
    store.portalSessions.put(session);
    return portalSessionToWire(session, config.publicUrl);
  },
});

/** Finds an active configuration. The sandbox has no Dashboard, so an account never has a default configuration. */
function activeConfiguration({ store }: Sandbox, id: string | undefined): PortalConfigurationRecord {
  if (id === undefined) throw new StripeError(400, 'invalid_request_error', noDefault);
  const configuration = store.portalConfigurations.get(id);
  if (configuration === undefined) throw noSuch('configuration', id, 'configuration', 400);
  if (configuration.isActive) return configuration;
  throw invalidParameter('configuration', 'parameter_invalid', `The configuration ${id} is not active.`);
}

const noDefault =
  'No configuration provided and your test mode default configuration has not been created. ' +
  'Provide a configuration or create your default by saving your customer portal settings in test mode at ' +
  'https://dashboard.stripe.com/test/settings/billing/portal.';

/** The portal, where customers replace their card, and its configurations. */
export const portalEndpoints: readonly Endpoint[] = [
  createConfiguration,
  updateConfiguration,
  ...configurationEndpoints,
  openPortal,
];
