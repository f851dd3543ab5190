export { checkLedger, type LedgerFinding } from './check-ledger.ts';
export { postEntries, type LedgerTransaction } from './post-entries.ts';
