export { moneyDeskRoutes } from './routes.ts';
