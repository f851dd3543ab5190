import type { Queryable } from '#server/db/database.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from '#server/db/tables.ts';

/** A delivery with the columns of its endpoint that an attempt needs. */
export type DeliveryForEndpoint = WebhookDeliveryRow &
  Pick<
    WebhookEndpointRow,
    'url' | 'secret' | 'former_secret' | 'former_secret_until' | 'failing_since' | 'resting_until'
  > & {
    readonly endpoint_status: WebhookEndpointRow['status'];
  };

export const findDelivery = (db: Queryable, id: string): Promise<DeliveryForEndpoint | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .selectAll('webhook_deliveries')
    .select([
      'url',
      'secret',
      'former_secret',
      'former_secret_until',
      'failing_since',
      'resting_until',
      'webhook_endpoints.status as endpoint_status',
    ])
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst();
