/** `npm start`: builds what is out of date, then runs the product and, without provider keys, the payment sandbox. */
import { startProduct } from './start/start-product.ts';

process.exit(await startProduct(process.env, { followsFiles: false })); // do not wait for an unfinished build
