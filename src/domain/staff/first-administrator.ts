/** The username of the first administrator, whose account is created at the first start. It cannot be registered. */
export const adminUsername = 'admin';

/** Returns true for the account of the first administrator. Its email address is set by `ADMIN_EMAIL`, and it cannot be deleted. */
export const isFirstAdministrator = ({ username }: { readonly username: string }): boolean =>
  username === adminUsername;
