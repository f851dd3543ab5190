export { catalogueRoutes, loadCatalogue, type Catalogue, type Charity } from './catalogue.ts';
export { seedCatalogue } from './seed-catalogue.ts';
