/** `npm run build`: builds the web pages into `dist/web` and the emails into `dist/mails`. */
import { buildWeb } from './build/build-web.ts';
import { buildWithStamp } from './start/build-web.ts';

process.env['NODE_ENV'] = 'production'; // also under tests: otherwise the bundles contain the libraries' debug code
await buildWithStamp(buildWeb);
