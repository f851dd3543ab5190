/** `node tools/build.ts`: builds the browser's half of the product into `dist/web`. */
import { buildWeb } from './build/build-web.ts';

process.env['NODE_ENV'] = 'production'; // whoever asks: a build under tests would carry the libraries' debugging halves
await buildWeb();
