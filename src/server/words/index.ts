export { wordsRoutes } from './routes.ts';
export { wordsContent } from './words-content.ts';
export { wordsKind } from './words-kind.ts';
