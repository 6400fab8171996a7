import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../access/networkOf.ts'
import { pathParameter, queryParametersOf } from '../../access/requestParts.ts'
import { ApiError } from '../../error.ts'
import { openCall } from '../../http/body/openCall.ts'
import type { Service } from '../../service.ts'
import type { ArrivedNotification, NotificationReceiver } from './notificationReceiver.ts'
import { takeNotification } from './takeNotification.ts'

interface Context {
  readonly service: Service
  readonly receivers: readonly NotificationReceiver[]
  /** Says that there is something to handle. */
  wake(name: string): void
}

/** Bytes of a body, where a receiver says nothing. */
const largestBody = 64 * 1024
/** Notifications from one address in a minute that nobody here knows or whose signature is wrong; sound ones are not counted. */
const unsoundPerMinute = 120

/** Gives every receiver its address. Bodies stay the bytes that they are, whatever type they claim. */
export async function registerNotificationRoutes(app: FastifyInstance, { service, receivers, wake }: Context): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const count = scope.createRateLimit({ max: unsoundPerMinute, keyGenerator: ({ ip }) => `notificacoes ${networkOf(ip)}` })
    const take = (receiver: NotificationReceiver) => async (request: FastifyRequest, reply: FastifyReply) => {
      const countUnsound = async (): Promise<void> => admitUnsound(await count(request))
      const fate = await takeNotification(receiver, arrivedOf(request), { service, countUnsound })
      if (fate === 'taken') wake(receiver.name)
      return reply.send({})
    }
    for (const receiver of receivers)
      for (const url of [`/api/notificacoes/${receiver.name}`, `/api/notificacoes/${receiver.name}/:key`])
        scope.post(url, { ...openCall, bodyLimit: receiver.largest ?? largestBody }, take(receiver))
  })
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

const admitUnsound = (counted: Counted): void => {
  if (!counted.isAllowed && counted.isExceeded) throw new ApiError(429, 'too-many-requests', { seconds: counted.ttlInSeconds })
}

const arrivedOf = (request: FastifyRequest): ArrivedNotification => ({
  key: pathParameter(request, 'key'),
  headers: request.headers,
  query: queryParametersOf(request),
  body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
})
