import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { WebhookDelivery, WebhookEndpoint } from '#contract/admin/webhooks.ts';
import { webhookCalls } from '#contract/calls/admin/webhooks.ts';
import { callEndpoint, callForPage } from '#web/api.ts';
import { usePages, type Pages } from '#web/admin/ui/use-pages.ts';

const webhooksKey = ['admin', 'webhooks'] as const;

export const useWebhooks = (): UseQueryResult<WebhookEndpoint[]> =>
  useQuery({
    queryKey: webhooksKey,
    queryFn: ({ signal }) => callEndpoint(webhookCalls.listWebhooks, { signal }),
    staleTime: 0,
  });

/** Loads the deliveries to an endpoint, newest first. */
export const useDeliveries = (id: string): Pages<WebhookDelivery> =>
  usePages([...webhooksKey, id], (query, signal) =>
    callForPage(webhookCalls.listDeliveries, { params: { id }, query, signal }),
  );

/** Returns a function that reloads the endpoints and their deliveries. */
export function useReloadWebhooks(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: webhooksKey });
}
