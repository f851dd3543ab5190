export { recordBackup, recordBackupCheck, readBackupTimes, type BackupTimes } from './backups.ts';
