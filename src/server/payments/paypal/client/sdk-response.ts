import type { ApiResponse } from '@paypal/paypal-server-sdk';
import type { Span, SpanDetails, Tracing } from '#server/ports/tracing.ts';
import { callSpan, recordStatus } from '#server/payments/call-spans.ts';
import { toResponse, type PayPalResponse, type Sdk } from './paypal-response.ts';

/** Makes a call through the SDK. We parse the body ourselves and ignore the SDK's interpretation of it. */
export async function sdkResponse(
  sdk: Sdk,
  tracing: Tracing | undefined,
  call: () => Promise<ApiResponse<unknown>>,
): Promise<PayPalResponse> {
  const { statusCode, body } = tracing
    ? await tracing.runSpan(
        () => initialSpan,
        (span) => recordExchange(span, sdk, call),
      )
    : await exchange(sdk, call);
  return toResponse(statusCode, body);
}

/** The SDK chooses method and path, so we only know them from its response. */
const initialSpan: SpanDetails = { name: 'PayPal', kind: 'client', attributes: {} };

async function recordExchange(span: Span, sdk: Sdk, call: () => Promise<ApiResponse<unknown>>): Promise<Exchange> {
  const { request, statusCode, body } = await exchange(sdk, call);
  const { name, attributes } = callSpan(request.method, new URL(request.url));
  span.rename(name);
  span.set(attributes);
  recordStatus(span, statusCode);
  return { request, statusCode, body };
}

type Exchange = Pick<ApiResponse<unknown>, 'request' | 'statusCode' | 'body'>;

/** Returns error responses too, which the SDK throws. */
async function exchange(sdk: Sdk, call: () => Promise<ApiResponse<unknown>>): Promise<Exchange> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof sdk.ApiError) return error;
    throw error;
  }
}
