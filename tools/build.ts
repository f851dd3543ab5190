/** `npm run build`: builds the pages, the emails and the server into `dist`, or only the named part: `pages` or `server`. */
import { buildPages } from './build/build-pages.ts';
import { buildServer } from './build/build-server.ts';
import { buildWithStamp } from './start/builds.ts';

process.env['NODE_ENV'] = 'production'; // also under tests: otherwise the bundles contain the libraries' debug code

const wanted = process.argv.slice(2);
if (wanted.length === 0 || wanted.includes('pages')) await buildWithStamp('pages', buildPages);
if (wanted.length === 0 || wanted.includes('server')) await buildWithStamp('server', buildServer);
