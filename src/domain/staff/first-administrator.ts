/** The username of the first administrator, whose account is created at the first start. It cannot be registered. */
export const adminUsername = 'admin';

/** True if an account is the first administrator's: its address comes from the configuration, and it cannot be deleted. */
export const isFirstAdministrator = ({ username }: { readonly username: string }): boolean =>
  username === adminUsername;
