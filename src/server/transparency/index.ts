export { publishGroups } from './publish-groups.ts';
export { createTransparencyReader, type TransparencyReader } from './read-transparency.ts';
export { pageOf, transparencyRoutes } from './routes.ts';
