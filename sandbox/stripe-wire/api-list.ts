/** A list as the API answers it. */
export interface ApiListWire<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly url: string;
}

/** Wraps objects that are all there is into a list. */
export function wholeList<T>(data: T[], url: string): ApiListWire<T> {
  return { object: 'list', data, has_more: false, url };
}
