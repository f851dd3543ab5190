export { publishGroups } from './publish-groups.ts';
export { createTransparencyReader, type TransparencyReader } from './read-transparency.ts';
export { transparencyRoutes } from './routes.ts';
