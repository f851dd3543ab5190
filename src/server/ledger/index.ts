export { checkLedger, type LedgerFinding } from './check-ledger.ts';
export { newSince } from './check-scope.ts';
export { checkSinceLast } from './check-since-last.ts';
export { postEntries } from './post-entries.ts';
