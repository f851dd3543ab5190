/**
 * A module that is preloaded into child processes with a channel to their parent. When the parent dies, even by SIGKILL, the
 * channel closes and the child stops as after Ctrl-C.
 */
const stopTimeoutMs = 10_000;

process.on('disconnect', () => {
  // The parent's ends of the output pipes are gone too: a last log line must not turn into a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  setTimeout(() => process.exit(1), stopTimeoutMs).unref();
  process.kill(process.pid, 'SIGINT'); // without a drain period: a new start needs the port
});

process.channel?.unref(); // the channel alone must not keep a finished child alive
