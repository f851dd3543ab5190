/** `npm run dev`: runs the product like `npm start`, and rebuilds the pages or restarts the server when files change. */
import { enableCompileCache } from 'node:module';
import { compileCachePath } from './start/paths.ts';

enableCompileCache(compileCachePath);
const { startProduct } = await import('./start/start-product.ts');
process.exit(await startProduct(process.env, { followsFiles: true }));
