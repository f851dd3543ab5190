/** One transaction at a time, in any process, commits to entries, appends leaves or erases entries. */
export const logLock = 'public_log';
