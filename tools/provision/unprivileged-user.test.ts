import { expect, test } from 'vitest';
import { chooseUser } from './unprivileged-user.ts';

const root = 'root:x:0:0:root:/root:/bin/bash';
const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';
const postgres = 'postgres:x:107:114:PostgreSQL:/var/lib/postgresql:/bin/bash';

test.each([
  ['the user postgres if there is one', [root, nobody, postgres], { name: 'postgres', uid: 107, gid: 114 }],
  ['nobody otherwise', [root, nobody], { name: 'nobody', uid: 65_534, gid: 65_534 }],
  ['the current user if there is neither', [root], undefined],
])('PostgreSQL runs as %s', (_name, lines, user) => {
  expect(chooseUser(lines.join('\n'))).toEqual(user);
});
