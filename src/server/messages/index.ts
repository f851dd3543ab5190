export { writeNoticeMail, writeReplyMail } from './message-mails.ts';
export { messageRoutes } from './routes.ts';
