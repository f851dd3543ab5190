export { writeReplyMail } from './reply-mail.ts';
export { adminRoutes } from './routes.ts';
