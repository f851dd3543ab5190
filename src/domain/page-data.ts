/** The id of the block of data that the server put into a page which it rendered again. */
export const pageDataId = 'page-data';

/** The name of the page's setting that lists the paths of all pages for which staff have published something. */
export const publishedPagesSetting = 'published-pages';
