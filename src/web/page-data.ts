import { createContext, use } from 'react';
import { pageDataId, publishedPagesSetting } from '#domain/page-data.ts';

/** The data with which the server renders a page. It is not provided in the browser, where the document contains the data. */
export const PageDataContext = createContext<object | undefined>(undefined);

interface PageDataSource<Data extends object> {
  /** The page's path with its query. */
  readonly address: string;
  readonly isData: (data: object) => data is Data;
  /** What the page shows while staff have published nothing for it; undefined if its data always comes from the server. */
  readonly standard: Data | undefined;
  /** Requests the data. Needed when the visitor comes from another page. */
  readonly load: () => Promise<Data>;
}

/** Returns the data of a page that the server renders again. Suspends while the data is requested. */
export function usePageData<Data extends object>(source: PageDataSource<Data>): Data {
  const { address, standard, isData } = source;
  const rendered = use(PageDataContext);
  if (import.meta.env.SSR && !rendered && standard) return standard;
  const found = rendered ? { data: rendered } : dataOf(source);
  const data = 'data' in found ? found.data : use(found.request);
  if (!isData(data)) throw new TypeError(`${address} has the data of another page`);
  return data;
}

type DataOrRequest = { readonly data: object } | { readonly request: Promise<object> };

/** The data of this document. An open tab keeps the data it was loaded with, like its scripts. */
const dataByAddress = new Map<string, DataOrRequest>();

function dataOf(source: PageDataSource<object>): DataOrRequest {
  const found = dataByAddress.get(source.address) ?? readOrRequest(source);
  dataByAddress.set(source.address, found);
  return found;
}

function readOrRequest({ address, standard, load }: PageDataSource<object>): DataOrRequest {
  const data = dataInDocument(address) ?? (hasPublished(address) ? undefined : standard);
  return data ? { data } : { request: load() };
}

function dataInDocument(address: string): object | undefined {
  const block = document.querySelector<HTMLElement>(`#${pageDataId}`);
  if (block?.dataset['address'] !== address) return undefined;
  const data: unknown = JSON.parse(block.textContent);
  return typeof data === 'object' && data !== null ? data : undefined;
}

function hasPublished(address: string): boolean {
  const setting = document.querySelector<HTMLMetaElement>(`meta[name="${publishedPagesSetting}"]`);
  return setting?.content.split(' ').includes(address) === true;
}
