import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Access } from '../../access/access.ts'
import type { Caller, RegisterChange } from '../../access/caller.ts'
import { resolveCaller, storeOfQuery, tokenOf } from '../../access/resolveCaller.ts'
import type { EventBus, ServerEvent } from './eventBus.ts'

/** Milliseconds between signs of life: proxies close what is silent. */
const heartbeat = 25_000

/** GET /api/events: server-sent events of the caller's store, read by fetch since the token travels in a header. */
export const registerEventStream = (app: FastifyInstance, hub: EventBus, access: Access): void => {
  const open = new Set<FastifyReply>()

  const who = resolveCaller(access)

  app.get('/api/events', async (request, reply) => {
    const token = tokenOf(request)
    const asked = storeOfQuery(request)
    const { session } = await who(request, asked)
    reply.hijack()
    // Hijacked replies carry no headers of their own accord: those of the security plugin are taken along.
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    })
    reply.raw.write('retry: 1000\n\n')
    open.add(reply)
    const beat = setInterval(() => reply.raw.write(': \n\n'), heartbeat)
    const end = (): void => {
      clearInterval(beat)
      silence()
      open.delete(reply)
      reply.raw.end()
    }
    const silence = hub.subscribe(news => {
      if (news.kind === 'session' && news.token === session) return end()
      // Asked anew each time: rights may have changed since the stream was opened.
      access
        .caller(token, asked, request.id)
        .then(caller => write(reply, news, caller))
        .catch(end)
    })
    request.raw.on('close', end)
  })

  app.addHook('preClose', async () => {
    for (const reply of open) reply.raw.end()
  })
}

const write = (reply: FastifyReply, news: ServerEvent, caller: Caller): void => {
  if (reply.raw.writableEnded) return
  if (news.kind === 'model') reply.raw.write(`event: model\ndata: ${JSON.stringify({ hash: news.hash })}\n\n`)
  if (news.kind === 'change' && concerns(news.change, caller))
    reply.raw.write(`event: change\ndata: ${JSON.stringify(news.change)}\n\n`)
}

/** Only what happens in the caller's store, or in none. Which register changed is all that is told. */
const concerns = ({ lojaId }: RegisterChange, { storeId, stores }: Caller): boolean =>
  lojaId === null || (storeId === null ? stores.includes(lojaId) : lojaId === storeId)
