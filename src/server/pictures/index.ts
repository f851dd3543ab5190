export { deleteUnpublishedPictures } from './delete-pictures.ts';
export { keepPictures } from './keep-pictures.ts';
export { pictureRoutes } from './routes.ts';
