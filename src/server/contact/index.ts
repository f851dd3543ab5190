export { readContent, type MessageContent } from './message-content.ts';
export { writeNoticeMail } from './notice-mail.ts';
export { findMessage, findMessages } from './queries.ts';
export { contactRoutes } from './routes.ts';
