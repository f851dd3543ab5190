export { paypalRoutes } from './paypal-routes.ts';
export { checkoutRoutes } from './routes.ts';
