export { catalogueContent } from './catalogue-content.ts';
export { catalogueKind } from './catalogue-kind.ts';
export { catalogueOfPage, currentCatalogue, type Catalogue, type Charity } from './current-catalogue.ts';
export { charityNames, distinctCharityNames, namesAt, type Names } from './names.ts';
export { catalogueRoutes } from './routes.ts';
export { seedCatalogue } from './seed-catalogue.ts';
