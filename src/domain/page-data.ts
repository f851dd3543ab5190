/** The id of the data block in a page that the server rendered again. */
export const pageDataId = 'page-data';

/** The page setting that lists the paths of all pages for which staff have published something. */
export const publishedPagesSetting = 'published-pages';
