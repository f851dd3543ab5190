import { PermissionMissing, paypalPermissions } from '#server/ports/permissions.ts';
import type { PayPalResponse } from './client/paypal-response.ts';
import type { PayPalClient } from './client/paypal-client.ts';
import { nextQuery, readPage, toInstant } from './client/read-page.ts';
import { wireDisputeList } from './wire-shapes.ts';

/**
 * The ids of disputes that changed since an instant, at most 180 days ago. Throws PermissionMissing if our app may not read
 * them.
 */
export async function* listDisputes(client: PayPalClient, since: Date): AsyncGenerator<string> {
  let query = `?${new URLSearchParams({ page_size: '50', update_time_after: toInstant(since) }).toString()}`;
  while (query !== '') {
    const path = `/v1/customer/disputes${query}`;
    const page = await readPage(client, { path, schema: wireDisputeList, name: 'list of disputes', errorOf });
    for (const { dispute_id: disputeId } of page.items) yield disputeId;
    query = nextQuery(page.links, page.items.length);
  }
}

const errorOf = ({ status }: PayPalResponse): Error | undefined =>
  status === 403 ? new PermissionMissing(paypalPermissions.disputes) : undefined;
