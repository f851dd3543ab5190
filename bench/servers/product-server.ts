/** The product's server in its production configuration. */
import { serveProduct } from './serve-product.ts';

await serveProduct({});
