export { checkLedger, type LedgerFinding } from './check-ledger.ts';
export { newSince } from './check-scope.ts';
export { checkSinceLast, type NewEntriesCheck } from './check-since-last.ts';
export { postEntries, type LedgerTransaction } from './post-entries.ts';
