export { currentRates, rateClock, ratesOfPage } from './current-rates.ts';
export { readDailyFetch, waitingRates } from './fetching/daily-fetch.ts';
export { fetchRates } from './fetching/fetch-rates.ts';
export { ratesKind } from './rates-kind.ts';
export { ratesRoutes } from './routes.ts';
