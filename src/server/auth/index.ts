export { provePassword, type PasswordProof } from './check-password.ts';
export { ensureAdmin, type EnsuredAdmin } from './ensure-admin.ts';
export { nameKey } from './names.ts';
export { openSession } from './open-session.ts';
export { hashPassword, isPassword } from './password.ts';
export { findUser } from './queries.ts';
export { authRoutes } from './routes.ts';
export { toUserAnswer } from './user-answer.ts';
