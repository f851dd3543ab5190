import { createContext, use } from 'react';
import { pageDataId, publishedPagesSetting } from '#domain/page-data.ts';

/** What the server renders a page with. In the browser nothing provides it: there the document carries the data. */
export const RenderedWith = createContext<object | undefined>(undefined);

interface PageDataSource<Data extends object> {
  /** The page's path with its query. */
  readonly address: string;
  readonly isData: (data: object) => data is Data;
  /** What the page shows where staff have published nothing for it. */
  readonly standard: Data | undefined;
  /** Requests what the page shows. Needed when the visitor comes from another page. */
  readonly load: () => Promise<Data>;
}

/** What a page shows that staff can publish. Suspends while it is requested. */
export function usePageData<Data extends object>(source: PageDataSource<Data>): Data {
  const { address, standard, isData } = source;
  const rendered = use(RenderedWith);
  if (import.meta.env.SSR && !rendered && standard) return standard;
  const found = rendered ? { data: rendered } : dataOf(source);
  const data = 'data' in found ? found.data : use(found.loading);
  if (!isData(data)) throw new TypeError(`${address} has the data of another page`);
  return data;
}

type Found = { readonly data: object } | { readonly loading: Promise<object> };

/** The data of this document. An open tab keeps what it was loaded with, as it keeps its scripts. */
const known = new Map<string, Found>();

function dataOf(source: PageDataSource<object>): Found {
  const found = known.get(source.address) ?? find(source);
  known.set(source.address, found);
  return found;
}

function find({ address, standard, load }: PageDataSource<object>): Found {
  const data = dataInDocument(address) ?? (hasPublished(address) ? undefined : standard);
  return data ? { data } : { loading: load() };
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
