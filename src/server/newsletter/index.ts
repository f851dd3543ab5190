export { writeConfirmationMail } from './confirmation-mail.ts';
export { writeTestMail } from './drafts/test-mail.ts';
export { sendNewsletters } from './sending/send-newsletters.ts';
export { newsletterMail } from './sending/newsletter-mail.ts';
export { newsletterRoutes } from './routes.ts';
export { deleteUnconfirmedSubscriptions, findReceivedNewsletters, findSubscription } from './subscriptions.ts';
