export { auditHourly, runSelfAudit } from './audit-hourly.ts';
export { readSelfAudit } from './read-self-audit.ts';
