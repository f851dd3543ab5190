export { listening, runWorkers } from './run-workers.ts';
export { metricsOfWorker } from './worker-metrics.ts';
