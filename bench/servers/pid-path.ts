/** Where a server under test says which process it is: an old one on the same port would give figures of its own. */
export const pidPath = '/bench/pid';

/** Throws when the process that answers on a port is not the one that was started. */
export async function assertPid(port: number, pid: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${pidPath}`);
  const said = (await answer.json()) as { pid: number };
  if (said.pid !== pid) throw new Error(`process ${said.pid} answers on port ${port}, and ${pid} was started`);
}
