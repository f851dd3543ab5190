import type { Kysely } from 'kysely';
import { staffActions, type StaffAction } from '#domain/staff/actions.ts';
import type { Tables } from '#server/db/tables.ts';
import { donorId, donorRow } from '../donor.ts';
import type { GrowthSize } from './growth-size.ts';
import { idOf, insertAll } from './insert-all.ts';

export const firstNames = ['Anna', 'Ben', 'Chloe', 'David', 'Emma', 'Farid', 'Grace', 'Hugo', 'Ivy', 'Jamal'] as const;
const lastNames = ['Abbott', 'Brown', 'Chen', 'Dubois', 'Evans', 'Fischer', 'Garcia'] as const;

const firstDonorNumber = 1_000_000_000;

/** The digits at the end of a donor's last name. One or two donors share each full name, and no name is a prefix of another. */
export const lastNameSuffix = (donor: number): string => String(Math.floor(donor / 100)).padStart(6, '0');

/** The account id of the donor with this number. */
export const donorIdOf = (number: number): string => idOf('usr', firstDonorNumber + number);

/** Writes donors with names and addresses, messages, subscribers, and the audit log. */
export async function writePeople(db: Kysely<Tables>, size: GrowthSize): Promise<void> {
  const at = (index: number, count: number): string => instantIn(size, index / count);
  await insertAll(db, 'users', size.accounts, (index) => ({
    ...donorRow(new Date(at(index, size.accounts))),
    id: donorIdOf(index),
    username: `donor${index}`,
    username_key: `donor${index}`,
    email: `donor${index}@mail.example`,
    email_key: `donor${index}@mail.example`,
    first_name: firstNames[index % firstNames.length] ?? null,
    last_name: `${lastNames[index % lastNames.length] ?? ''}${lastNameSuffix(index)}`,
    email_confirmed_at: at(index, size.accounts),
  }));
  const { messages } = size;
  await insertAll(db, 'contact_messages', messages, (index) => ({
    id: idOf('msg', index),
    content: JSON.stringify({
      name: 'A Donor',
      email: `donor${index}@mail.example`,
      subject: 'Receipt',
      message: 'Where is it?',
    }),
    email_key: `donor${index}@mail.example`,
    status: index % 50 === 0 ? 'new' : 'read',
    sent_at: at(index, messages),
    read_at: index % 50 === 0 ? null : at(index, messages),
    network: null,
  }));
  const subscribers = Math.ceil(size.donations / 20);
  await insertAll(db, 'newsletter_subscribers', subscribers, (index) => ({
    id: idOf('sub', index),
    email: `subscriber${index}@mail.example`,
    email_key: `subscriber${index}@mail.example`,
    status: 'confirmed',
    consent_text: 'Yes, send me the newsletter.',
    consent_source: 'footer',
    requested_at: at(index, subscribers),
    confirm_token_hash: null,
    confirm_expires_at: null,
    confirmed_at: at(index, subscribers),
    unsubscribe_token: `token${index}`,
    unsubscribed_at: null,
  }));
  await writeAuditLog(db, size);
}

const actions = Object.keys(staffActions) as StaffAction[];

async function writeAuditLog(db: Kysely<Tables>, size: GrowthSize): Promise<void> {
  const count = size.auditEntries;
  await insertAll(db, 'audit_log', count, (index) => ({
    id: idOf('aud', index),
    recorded_at: instantIn(size, index / count),
    actor_id: donorId,
    actor_name: 'donor',
    actor_role: 'owner',
    actor_token: null,
    action: actions[index % actions.length] ?? 'note_added',
    subject_kind: 'donation',
    subject_id: idOf('don', index),
    before: null,
    after: null,
    reason: 'A donor asked for it',
  }));
}

/** The instant at which this share of the year has passed. */
export const instantIn = (size: GrowthSize, share: number): string =>
  new Date((size.startsAt + size.seconds * share) * 1000).toISOString();
