import type { ProfileRequest } from '#contract/account-care.ts';
import { isTimeZone } from '#domain/donation/civil-day.ts';
import type { Deps } from '#server/deps.ts';

/** `updated`, or `time_zone_unknown`, and then nothing was. */
export type ProfileUpdate = { readonly code: 'updated' | 'time_zone_unknown' };

/** Changes who a donor is and where. An empty name becomes none; a name that is left out stays. */
export async function updateProfile({ db }: Deps, userId: string, profile: ProfileRequest): Promise<ProfileUpdate> {
  if (!isTimeZone(profile.timeZone)) return { code: 'time_zone_unknown' };
  await db.write
    .updateTable('users')
    .set({
      country: profile.country,
      time_zone: profile.timeZone,
      ...(profile.firstName === undefined ? {} : { first_name: presentOrNull(profile.firstName) }),
      ...(profile.lastName === undefined ? {} : { last_name: presentOrNull(profile.lastName) }),
    })
    .where('id', '=', userId)
    .execute();
  return { code: 'updated' };
}

const presentOrNull = (name: string | null): string | null => (name === '' ? null : name);
