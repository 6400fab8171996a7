import { createServer } from 'node:http'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into the server before it starts (`--import`): tells on a socket of its own what memory the process has, before and after all garbage is collected, and
 * writes a snapshot of its heap where one is asked for. The supervisor, worker threads and other processes that the server starts have none.
 */
const { FUZZ_PROBE: socket } = process.env
if (isMainThread && socket && process.argv[1]?.endsWith('main/server.ts')) {
  delete process.env.FUZZ_PROBE
  delete process.env.NODE_OPTIONS
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  createServer((request, reply) => {
    const before = process.memoryUsage()
    // The second round takes what finalizers of the first let go.
    collect()
    collect()
    const after = process.memoryUsage()
    const snapshot = new URL(request.url ?? '/', 'http://probe').searchParams.get('snapshot')
    if (snapshot) writeHeapSnapshot(snapshot)
    reply.end(JSON.stringify({ before, after }))
  })
    .listen(socket)
    .unref()
}
