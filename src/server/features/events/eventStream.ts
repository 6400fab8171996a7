import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Model } from '../../../model/model.ts'
import type { Access } from '../../access/access.ts'
import type { Caller } from '../../access/caller.ts'
import type { RegisterChange } from '../../access/registerChange.ts'
import { resolveLicensedCaller, storeOfQuery, tokenOf } from '../../access/resolveCaller.ts'
import { ApiError } from '../../error.ts'
import type { EventBus, NamedEvent } from './eventBus.ts'
import { visibleChange } from './visibleChange.ts'

/** Milliseconds between signs of life: proxies close what is silent. */
const heartbeat = 25_000

/** Streams of one session at this server: more than a person has tabs. A further one is refused, so that none takes another's place. */
export const mostStreams = 20

/**
 * GET /api/events: server-sent events of the caller's store, read by fetch since the token travels in a header. Whoever comes back with Last-Event-ID
 * gets what they missed; where that is not remembered any more, the event `missed` says that they look again.
 */
export const registerEventStream = (app: FastifyInstance, hub: EventBus, access: Access, model: () => Model): void => {
  const open = new Map<FastifyReply, string>()
  const who = resolveLicensedCaller(access)

  app.get('/api/events', async (request, reply) => {
    const token = tokenOf(request)
    const asked = storeOfQuery(request)
    const { session } = await who(request, asked)
    if ([...open.values()].filter(one => one === session).length >= mostStreams)
      throw new ApiError(429, 'too-many-streams', { max: mostStreams })
    reply.hijack()
    // Hijacked replies carry no headers of their own accord: those of the security plugin are taken along.
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    })
    const after = request.headers['last-event-id']
    const missed = typeof after === 'string' && after !== '' ? (hub.since(after) ?? 'forgotten') : []
    reply.raw.write('retry: 1000\n\n')
    if (missed === 'forgotten') reply.raw.write(`event: missed\n${idLine(hub.lastId())}data: {}\n\n`)
    else if (missed.length === 0) reply.raw.write(`${idLine(hub.lastId())}\n`)
    open.set(reply, session)
    const end = (): void => {
      clearInterval(beat)
      silence()
      open.delete(reply)
      reply.raw.end()
    }
    // Asked anew each time: rights may have changed since the stream was opened, the session or the licence may be over.
    const whileAllowed = (act: (caller: Caller) => void): void => {
      access
        .caller(token, asked, request.id, request.ip)
        .then(async caller => {
          await access.requireLicence(caller)
          await access.requireSecondFactor(caller)
          if (!reply.raw.writableEnded) act(caller)
        })
        .catch(end)
    }
    const beat = setInterval(() => whileAllowed(() => reply.raw.write(`: \n${idLine(hub.lastId())}\n`)), heartbeat)
    const silence = hub.subscribe((news, id) => {
      // A browser that comes again reads anew what it shows.
      if (news.kind === 'missed') return end()
      if (news.kind === 'session' && news.token === session) return end()
      whileAllowed(caller => write(reply, { id, event: news }, caller, model()))
    })
    if (missed !== 'forgotten') for (const one of missed) whileAllowed(caller => write(reply, one, caller, model()))
    request.raw.on('close', end)
  })

  app.addHook('preClose', async () => {
    for (const reply of open.keys()) reply.raw.end()
  })
}

const idLine = (id: string): string => (id === '' ? '' : `id: ${id}\n`)

const isOfStore = ({ lojaId }: RegisterChange, { storeId }: Caller): boolean => lojaId !== null && lojaId === storeId

const write = (reply: FastifyReply, { id, event: news }: NamedEvent, caller: Caller, model: Model): void => {
  const named = idLine(id)
  if (news.kind === 'model') reply.raw.write(`event: model\n${named}data: ${JSON.stringify({ hash: news.hash })}\n\n`)
  // To the browser they are like a register of one's own.
  if (news.kind === 'notices' && news.userIds.includes(caller.userId))
    reply.raw.write(`event: change\n${named}data: ${JSON.stringify({ register: 'avisos', lojaId: null, ids: [] })}\n\n`)
  // Names of fields are on every page, also on those of people who do not see the register.
  if (news.kind === 'change' && model.registers[news.change.register]?.role === 'fieldSettings' && isOfStore(news.change, caller))
    reply.raw.write(`event: model\n${named}data: ${JSON.stringify({ hash: model.hash })}\n\n`)
  const change = news.kind === 'change' ? visibleChange(news.change, caller, model) : undefined
  if (change) reply.raw.write(`event: change\n${named}data: ${JSON.stringify(change)}\n\n`)
}
