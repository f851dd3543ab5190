export { writeConfirmationMail } from './confirmation-mail.ts';
export { newsletterRoutes } from './routes.ts';
export { findSubscription } from './subscriptions.ts';
