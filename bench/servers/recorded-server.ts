/** The product's server. It also reports the statements that it ran. */
import { recordStatements } from '../growth/record-statements.ts';
import { serveProduct } from './serve-product.ts';

await serveProduct({ statements: recordStatements() });
