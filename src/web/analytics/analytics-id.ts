/** Under which id visits are counted; `undefined` where nobody counts them, and while prerendering. */
export const readAnalyticsId = (): string | undefined =>
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="analytics-id"]')?.content;
