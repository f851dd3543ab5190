export { impactRoutes } from './routes.ts';
