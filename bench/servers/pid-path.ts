/** Path at which a server under test responds with its pid, to detect an old process on the same port. */
export const pidPath = '/bench/pid';

/** Throws when the process that responds on a port is not the one that was started. */
export async function assertPid(port: number, pid: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${pidPath}`);
  const found = (await response.json()) as { pid: number };
  if (found.pid !== pid) throw new Error(`process ${found.pid} responds on port ${port} instead of ${pid}`);
}
