import * as z from 'zod/mini';
import { reason } from './reason.ts';

export const tokenSentences = {
  nameMissing: 'Please enter a name for the token.',
  nameLong: 'Names can have at most 100 characters.',
  lifetimeUnknown: 'Please choose how long the token is valid.',
  passwordMissing: 'Please enter your password.',
  unknown: 'This token no longer exists.',
  tooMany: 'You already have 20 tokens. Please revoke one first.',
  invalid: 'This token is not valid. It may be mistyped, expired or revoked.',
  notAllowed: 'A token cannot do this. Please use the admin area.',
} as const;

/** The most tokens that a person can have. */
export const tokensMax = 20;

/** The lifetimes that a token can have. */
export const tokenLifetimesDays = ['7', '30', '90', '365'] as const;

const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The username of the person whose rights the token has. */
  username: z.string(),
  isOwn: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** False after the token has expired, or the person has changed the password. */
  isValid: z.boolean(),
});

export type ApiToken = z.infer<typeof apiToken>;

/** `GET /api/admin/tokens`: the caller's tokens, newest first; for Owners, the tokens of the whole team. */
export const tokensResponse = z.array(apiToken);

/** `POST /api/admin/tokens`. */
export const tokenRequest = z.object({
  name: z
    .string({ error: tokenSentences.nameMissing })
    .check(
      z.trim(),
      z.minLength(1, { error: tokenSentences.nameMissing }),
      z.maxLength(100, { error: tokenSentences.nameLong }),
    ),
  days: z.enum(tokenLifetimesDays, { error: tokenSentences.lifetimeUnknown }),
  password: z
    .string({ error: tokenSentences.passwordMissing })
    .check(z.minLength(1, { error: tokenSentences.passwordMissing })),
  reason,
});

export type TokenRequest = z.infer<typeof tokenRequest>;

/** The new token. No later response contains it. */
export const newTokenResponse = z.object({ id: z.string(), token: z.string() });

/** `POST /api/admin/tokens/{id}/revoke`. */
export const revokeRequest = z.object({ reason });
