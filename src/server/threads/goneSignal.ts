import type { FastifyReply, FastifyRequest } from 'fastify'

/** Aborted when who asked goes away before the answer is there. */
export function goneSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('gone'))
  })
  if (request.raw.destroyed && request.raw.socket?.destroyed) gone.abort(new Error('gone'))
  return gone.signal
}
