/**
 * `npm start`: builds what is out of date, then runs the product and, without provider keys, the payment sandbox until it is
 * told to stop. Modules load after the compile cache is on, which shortens every later start.
 */
import { enableCompileCache } from 'node:module';
import { compileCachePath } from './start/paths.ts';

enableCompileCache(compileCachePath);
const { startProduct } = await import('./start/start-product.ts');
process.exit(await startProduct(process.env, { followsFiles: false })); // an unfinished build must not delay the end
