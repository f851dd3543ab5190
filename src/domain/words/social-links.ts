/** The networks whose icons we have. */
export const socialNetworks = ['X', 'Facebook', 'Instagram'] as const;

export type SocialNetwork = (typeof socialNetworks)[number];

/** The address of our page on each network; empty if we have none. */
export type SocialLinks = Readonly<Record<SocialNetwork, string>>;
