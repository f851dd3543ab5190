export { announceArrival } from './announce-arrival.ts';
export { writeArrivalMail } from './arrival-mail.ts';
