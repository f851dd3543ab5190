export { impactRoutes } from './routes.ts';
export { sumImpact } from './sum-impact.ts';
