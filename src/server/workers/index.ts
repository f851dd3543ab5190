export { listening } from './listening.ts';
export { runWorkers } from './run-workers.ts';
export { metricsOfWorker } from './worker-metrics.ts';
