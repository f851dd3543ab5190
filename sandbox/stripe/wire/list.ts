/** A list as the API returns it. */
export interface ApiListWire<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly url: string;
}

/** Creates a list that fits on one page. */
export function singlePageList<T>(data: T[], url: string): ApiListWire<T> {
  return { object: 'list', data, has_more: false, url };
}
