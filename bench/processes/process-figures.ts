import { readFileSync } from 'node:fs';

/** Memory and processor time of a running process. Memory is in megabytes, as `ps` counts it. */
export interface ProcessFigures {
  readonly rssMb: number;
  /** The most memory it has used since its start. */
  readonly peakMb: number;
  readonly cpuMs: number;
}

/** Reads the figures of a process on Linux. Its threads are included, its child processes are not. */
export function readFigures(pid: number): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the process name before these fields can contain spaces
  const ticks = Number(fields[11]) + Number(fields[12]); // user and system time
  return { rssMb: megabytesOf(status, 'VmRSS'), peakMb: megabytesOf(status, 'VmHWM'), cpuMs: ticks * tickMs };
}

const tickMs = 10; // Linux counts processor time in hundredths of a second

const megabytesOf = (status: string, name: string): number =>
  (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? NaN) * 1024) / 1e6;
