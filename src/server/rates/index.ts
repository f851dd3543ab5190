export { ratesKind } from './rates-kind.ts';
