export { writeNoticeMail, writeReplyMail } from './message-mails.ts';
export { findMessagesFrom, readContent, type FoundMessage } from './queries.ts';
export { messageRoutes } from './routes.ts';
export { forgetNetworks } from './sender-network.ts';
