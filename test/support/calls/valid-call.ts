import type { EndpointName } from '#contract/endpoints.ts';
import type { SignedIn } from '../accounts/signed-in.ts';
import type { TestApp } from '../app/start-app.ts';

/** The parameters, body and cookies of a call of an endpoint. */
export interface PreparedCall {
  /** The body; a buffer is an uploaded picture. */
  readonly body?: object;
  readonly params?: Readonly<Record<string, string>>;
  /** Cookies in addition to the session's. */
  readonly cookie?: string;
}

/** The caller, and the owner of the object of the call. */
export interface Callers {
  readonly caller: SignedIn;
  readonly owner: SignedIn;
}

/** Prepares a call that succeeds when the right person makes it. */
export type ValidCall = (app: TestApp, callers: Callers) => PreparedCall | Promise<PreparedCall>;

/** The calls of some of the endpoints. */
export type SomeCalls = Readonly<Partial<Record<EndpointName, ValidCall>>>;

/** A call without parameters or a body. */
export const withoutInput: ValidCall = () => ({});
