export { noteBackup, noteBackupCheck, readBackupTimes, type BackupTimes } from './backups.ts';
