export { announceArrival } from './announce-arrival.ts';
export { writeArrivalMail } from './arrival-mail.ts';
export { moveArrivalMails } from './move-arrival-mails.ts';
