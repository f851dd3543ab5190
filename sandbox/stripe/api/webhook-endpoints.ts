import { z } from 'zod';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { pageParameters } from '../parameters/form-values.ts';
import { apiVersion } from '../wire/event.ts';
import { endpoint, type Endpoint } from './endpoint.ts';

const path = '/v1/webhook_endpoints';

/** The one endpoint that the sandbox is configured with. It gets every event, and can be read but not changed. */
export const webhookEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path,
    parameters: z.strictObject(pageParameters),
    check: ({ config, clock }: Sandbox) =>
      config.webhook === undefined
        ? []
        : [
            {
              id: 'we_1Sandbox',
              object: 'webhook_endpoint',
              api_version: apiVersion,
              application: null,
              created: clock.nowSeconds(),
              description: null,
              enabled_events: ['*'],
              livemode: false,
              metadata: {},
              status: 'enabled',
              url: config.webhook.url,
            },
          ],
    run: (_sandbox, data) => ({ object: 'list', data, has_more: false, url: path }),
  }),
];
