import type { Span, SpanDetails, Tracing } from '#server/ports/tracing.ts';

/** Describes a call to a provider by host, method and path, without ids, parameters, headers or contents. */
export function callSpan(method: string, url: URL): SpanDetails {
  const template = pathTemplate(url.pathname);
  return {
    name: `${method} ${template}`,
    kind: 'client',
    attributes: { 'http.request.method': method, 'server.address': url.hostname, 'url.template': template },
  };
}

/** Sets the status of a provider's response on its span. */
export function recordStatus(span: Span, status: number): void {
  span.set({ 'http.response.status_code': status });
  if (status >= 400) span.fail(String(status));
}

/** Makes a call within a span. `statusOf` reads the status from the response. */
export const recordCall = <Result>(
  tracing: Tracing | undefined,
  details: () => SpanDetails,
  call: () => Promise<Result>,
  statusOf: (response: Result) => number,
): Promise<Result> =>
  tracing
    ? tracing.runSpan(details, async (span) => {
        const response = await call();
        recordStatus(span, statusOf(response));
        return response;
      })
    : call();

/** Replaces ids in the path: every segment that is not a word of the provider's API. */
const pathTemplate = (path: string): string => path.replaceAll(/[^/]+/g, (part) => (apiWord.test(part) ? part : ':id'));

const apiWord = /^(v\d|oauth2|[a-z]+([_-][a-z]+)*)$/;
