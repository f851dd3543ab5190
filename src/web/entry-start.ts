/**
 * The first script of every page. It loads the others after the browser has painted the prerendered page, so that they take
 * neither bandwidth nor processor time from its text and pictures. The build lists them in the page's head, the entry first.
 */
const listed = document.querySelector<HTMLMetaElement>('meta[name="scripts"]');
if (!listed) throw new Error('The page lists no scripts');
const [entry = '', ...imports] = listed.content.split(' ');

// A page in a background tab is not painted, but should be ready when the visitor turns to it.
if (document.hidden) loadScripts();
else requestAnimationFrame(() => setTimeout(loadScripts));

function loadScripts(): void {
  const script = Object.assign(document.createElement('script'), { type: 'module', src: entry });
  const preloads = imports.map((href) =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href, fetchPriority: 'low' }),
  );
  document.head.append(script, ...preloads);
}
