/** The rights that members of the team can have. A staff endpoint requires one of them, or is open to the whole team. */
export const rights = [
  'readMessages',
  'answerMessages',
  'readDonors',
  'helpDonors',
  'refund',
  'readMoney',
  'resolveReview',
  'managePayouts',
  'closeMonth',
  'publishRates',
  'readContent',
  'editContent',
  'manageTeam',
  'readAuditLog',
  'useApi',
  'manageIntegrations',
] as const;

export type Right = (typeof rights)[number];

/** The roles of the team, the most powerful one first. */
export const staffRoles = ['owner', 'finance', 'support', 'content', 'auditor'] as const;

export type StaffRole = (typeof staffRoles)[number];

/** The names of the roles in copy. */
export const roleNames: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  finance: 'Finance',
  support: 'Support',
  content: 'Content',
  auditor: 'Auditor',
};

/** The rights of each role. An Auditor only reads. */
export const rightsOf: Readonly<Record<StaffRole, readonly Right[]>> = {
  owner: rights,
  finance: [
    'readDonors',
    'refund',
    'readMoney',
    'resolveReview',
    'managePayouts',
    'closeMonth',
    'publishRates',
    'readAuditLog',
    'useApi',
  ],
  support: ['readMessages', 'answerMessages', 'readDonors', 'helpDonors', 'refund', 'useApi'],
  content: ['readContent', 'editContent', 'useApi'],
  auditor: ['readMessages', 'readDonors', 'readMoney', 'readContent', 'readAuditLog', 'useApi'],
};

/** Returns true if a role has a right. Someone without a role has no rights. */
export const hasRight = (role: StaffRole | null, right: Right): boolean =>
  role !== null && rightsOf[role].includes(right);
