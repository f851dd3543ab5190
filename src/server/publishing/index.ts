export { publish, publishWithin, type PublishRequest, type PublishResult } from './publish.ts';
export { holdDocument } from './published-document.ts';
export { isStandard } from './is-standard.ts';
export { readVersions } from './read-versions.ts';
export { refreshPublished } from './refresh-published.ts';
export { versionOfPage } from './version-of-page.ts';
