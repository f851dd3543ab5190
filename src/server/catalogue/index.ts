export { loadCatalogue, type Catalogue, type Charity } from './catalogue.ts';
export { catalogueRoutes } from './routes.ts';
export { seedCatalogue } from './seed-catalogue.ts';
