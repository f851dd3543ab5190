/** Path at which a server under test answers with its pid, to detect an old process on the same port. */
export const pidPath = '/bench/pid';

/** Throws when the process that answers on a port is not the one that was started. */
export async function assertPid(port: number, pid: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${pidPath}`);
  const answered = (await answer.json()) as { pid: number };
  if (answered.pid !== pid) throw new Error(`process ${answered.pid} answers on port ${port} instead of ${pid}`);
}
