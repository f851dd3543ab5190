export { currentRates, rateClock, ratesOfPage } from './current-rates.ts';
export { ratesKind } from './rates-kind.ts';
export { ratesRoutes } from './routes.ts';
