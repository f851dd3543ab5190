export { journeyRoutes } from './routes.ts';
