import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { DefinitionTrouble } from '../../../api/session.ts'
import { modelForRights } from '../../../model/access/gate.ts'
import { publicModel, publicScreen } from '../../../model/access/publicModel.ts'
import type { Model } from '../../../model/model.ts'
import { queryParametersOf } from '../../access/requestParts.ts'
import { type CallerResolver, storeOfQuery } from '../../access/resolveCaller.ts'
import { ApiError } from '../../error.ts'
import type { Service } from '../../service.ts'

/**
 * GET /api/model: the definitions as the caller may see them, what the caller may do, and what is wrong with the definitions for who
 * can mend them. Unchanged, it costs no body.
 */
export const registerModelRoute = (
  app: FastifyInstance,
  service: Service,
  who: CallerResolver,
  troubleFor: (admin: boolean) => DefinitionTrouble | undefined,
): void => {
  app.get('/api/model', async (request, reply) => {
    const { rights, admin } = await who(request, storeOfQuery(request))
    const model = modelForRights(service.model(), rights)
    const may = JSON.stringify(rights)
    const trouble = troubleFor(admin)
    const told = trouble ? `"trouble":${JSON.stringify(trouble)},` : ''
    const tag = `"${model.hash}-${createHash('sha256').update(told).update(may).digest('base64url').slice(0, 16)}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache')
    // Compression marks the tag it sends as weak.
    if (request.headers['if-none-match']?.replace(/^W\//, '') === tag) return reply.code(304).send()
    return reply
      .type('application/json; charset=utf-8')
      .send(`{${told}"hash":"${model.hash}","rights":${may},"model":${written(model)}}`)
  })
}

/** GET /api/publico?caminho=/recuperarSenha: the definitions of pages that need no session, where the address is one of them. */
export const registerPublicModelRoute = (app: FastifyInstance, service: Pick<Service, 'model'>): void => {
  app.get('/api/publico', async (request, reply) => {
    const { caminho } = queryParametersOf(request)
    const whole = service.model()
    const screen = typeof caminho === 'string' ? publicScreen(whole, caminho) : undefined
    if (!screen) throw new ApiError(404, 'screen-unknown')
    const model = publicModel(whole, screen)
    reply.header('etag', `"${model.hash}"`).header('cache-control', 'no-cache')
    if (request.headers['if-none-match']?.replace(/^W\//, '') === `"${model.hash}"`) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(`{"model":${written(model)}}`)
  })
}

const texts = new WeakMap<Model, string>()

/** A cut is made once for all who may see the same, and so is its text. */
const written = (model: Model): string => {
  const text = texts.get(model) ?? JSON.stringify(model)
  texts.set(model, text)
  return text
}
