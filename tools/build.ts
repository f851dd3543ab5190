/** `node tools/build.ts`: builds the browser's half of the product into `dist/web`. */
import { buildWeb } from './build/build-web.ts';

await buildWeb();
