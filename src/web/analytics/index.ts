export { Analytics } from './analytics.tsx';
export { AnalyticsChoice } from './analytics-choice.tsx';
export { reportEvent, reportPage, startReporting, type Reporter } from './reporter.ts';
