export { announce, announcementJobs, type Announcement } from './announcing/announcements.ts';
export { holdWantedEvents } from './announcing/wanted-events.ts';
export { deleteOldDeliveries } from './delivery/delete-old-deliveries.ts';
export { findOwnEndpoints } from './endpoints/list-endpoints.ts';
export { encryptWebhookSecrets } from './endpoints/secrets.ts';
export { webhookEndpointRoutes } from './routes.ts';
export { createWebhookTransport } from './transport/webhook-transport.ts';
export { createWebhookLane, webhookJobs } from './webhook-lane.ts';
