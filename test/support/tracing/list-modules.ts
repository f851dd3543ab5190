/* A module to preload into a process. It writes the URL of each module that the process loads to the file MODULE_LIST. */

import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const list = process.env['MODULE_LIST'] ?? '';
registerHooks({
  load: (url, context, next) => {
    appendFileSync(list, `${url}\n`);
    return next(url, context);
  },
});
