import { useMemo, type JSX } from 'react';
import { SelectField } from '#web/ui/select-field.tsx';
import { timeZoneGroups } from './time-zone-groups.ts';

interface TimeZoneFieldProps {
  /** The account's own. */
  readonly chosen: string;
  readonly problem: string | undefined;
}

/** The time zone in which the donor's days begin, as a select named `timeZone`. */
export function TimeZoneField({ chosen, problem }: TimeZoneFieldProps): JSX.Element {
  const groups = useMemo(() => timeZoneGroups({ own: ownZone(), chosen, all: allZones() }), [chosen]);
  return (
    <SelectField
      id="profile-time-zone"
      name="timeZone"
      label="Time zone"
      hint="Days of your streak begin and end by it."
      defaultValue={chosen}
      problem={problem}
    >
      {groups.map(({ label, zones }) => (
        <optgroup key={label} label={label}>
          {zones.map((zone) => (
            <option key={zone.value} value={zone.value}>
              {zone.label}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const allZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');
