export { authenticateTokens } from './authenticate-tokens.ts';
export { tokenRoutes } from './routes.ts';
