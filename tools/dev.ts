/** `npm run dev`: like `npm start`, and follows the files: pages are built and the server is started again when they change. */
import { enableCompileCache } from 'node:module';
import { compileCachePath } from './start/paths.ts';

enableCompileCache(compileCachePath);
const { startProduct } = await import('./start/start-product.ts');
process.exit(await startProduct(process.env, { followsFiles: true }));
