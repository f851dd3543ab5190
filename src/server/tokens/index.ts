export { authenticateTokens } from './authenticate-tokens.ts';
export { findOwnTokens } from './list-tokens.ts';
export { tokenRoutes } from './routes.ts';
