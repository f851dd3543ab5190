export { questionsRoutes } from './routes.ts';
export { questionsKind } from './questions-kind.ts';
export { shownQuestions } from './show-questions.ts';
