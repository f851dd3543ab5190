export { checkoutRoutes, paypalRoutes } from './routes.ts';
