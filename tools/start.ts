/**
 * `npm start`: builds what is out of date, then runs the product and, without provider keys, the payment sandbox until it is
 * stopped. Modules load after the compile cache is enabled, which shortens later starts.
 */
import { enableCompileCache } from 'node:module';
import { compileCachePath } from './start/paths.ts';

enableCompileCache(compileCachePath);
const { startProduct } = await import('./start/start-product.ts');
process.exit(await startProduct(process.env, { followsFiles: false })); // do not wait for an unfinished build
