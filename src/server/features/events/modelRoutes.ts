import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { DefinitionTrouble } from '../../../api/session.ts'
import { BoundedMemory } from '../../../base/boundedMemory.ts'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { oneByteJson } from '../../../base/text.ts'
import { modelForRights } from '../../../model/access/gate.ts'
import { publicModel, publicScreen } from '../../../model/access/publicModel.ts'
import { sentModel } from '../../../model/access/sentModel.ts'
import type { Model, Rights } from '../../../model/model.ts'
import { queryParametersOf } from '../../access/requestParts.ts'
import { type CallerResolver, storeOfQuery } from '../../access/resolveCaller.ts'
import { ApiError } from '../../error.ts'
import type { Service } from '../../service.ts'

/**
 * GET /api/model: the definitions as the caller may see them, what their store set of fields for itself, what the caller may do, and what is wrong with
 * the definitions for who can mend them. Unchanged, it costs no body.
 */
export const registerModelRoute = (
  app: FastifyInstance,
  service: Service,
  who: CallerResolver,
  troubleFor: (admin: boolean) => DefinitionTrouble | undefined,
): void => {
  app.get('/api/model', async (request, reply) => {
    const { rights, admin, fields } = await who(request, storeOfQuery(request))
    const model = partFor(service.model(), rights)
    const may = JSON.stringify(rights)
    const trouble = troubleFor(admin)
    const told = trouble ? `"trouble":${oneByteJson(trouble)},` : ''
    const own = fields ? `"fields":${oneByteJson(fields)},` : ''
    const tag = `"${model.hash}-${createHash('sha256').update(told).update(own).update(may).digest('base64url').slice(0, 16)}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache')
    // Compression marks the tag it sends as weak.
    if (request.headers['if-none-match']?.replace(/^W\//, '') === tag) return reply.code(304).send()
    return reply
      .type('application/json; charset=utf-8')
      .send(`{${told}${own}"hash":"${model.hash}","rights":${may},"model":${model.text()}}`)
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

/** Parts by rights: there are as many as sets of rights, and owners make those. As many as fit are kept. */
const hashes = new BoundedMemory<string, string>('hashes of models by rights', { most: 5000 })
const texts = new BoundedMemory<string, string>('models by rights', { most: 60_000_000, weigh: (_, text) => text.length })

/** Returns the hash of what these rights may see, and its text, which costs much where it is not known: it is made when asked for. */
function partFor(whole: Model, rights: Rights): { readonly hash: string; text(): string } {
  const open = Object.keys(rights).filter(gate => rights[gate])
  const key = createHash('sha256')
    .update([whole.hash, ...open.sort()].join('\n'))
    .digest('base64url')
  let made: Model | undefined
  const cut = (): Model => {
    made ??= modelForRights(whole, rights)
    return made
  }
  return {
    hash: memoizeByKey(hashes, key, () => cut().hash),
    text: () => memoizeByKey(texts, key, () => oneByteJson(sentModel(cut()))),
  }
}

const publicTexts = new WeakMap<Model, string>()

/** Public screens are few, and so are their cuts. */
const written = (model: Model): string => memoizeByKey(publicTexts, model, () => oneByteJson(sentModel(model)))
