export { reportEvent, reportPage, startReporting, type AnalyticsEvent, type Reporter } from './reporter.ts';
