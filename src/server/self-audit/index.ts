export { auditHourly, runSelfAudit } from './audit-hourly.ts';
export type { TotalsKind } from './finding.ts';
export { readSelfAudit } from './read-self-audit.ts';
