/** The username of the first administrator, whose account is created at the first start. It cannot be registered. */
export const adminUsername = 'admin';

/** Returns true for the first administrator, whose email address is `ADMIN_EMAIL` and whose account cannot be deleted. */
export const isFirstAdministrator = ({ username }: { readonly username: string }): boolean =>
  username === adminUsername;
