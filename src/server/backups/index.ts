export { recordBackup, recordBackupCheck, readBackupTimes } from './backups.ts';
