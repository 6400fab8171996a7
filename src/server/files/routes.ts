import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Register } from '../../model/model.ts'
import { gateOf, registerOf } from '../../model/register.ts'
import type { Caller } from '../access/caller.ts'
import { pathParameter, queryParametersOf } from '../access/requestParts.ts'
import { type CallerResolver, storeOfQuery } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import { giveBackFile, reserveFile } from '../quotas/sentFiles.ts'
import type { Service } from '../service.ts'
import { isFileKey } from '../storage/fileStorage.ts'
import { attachmentField, keepAttachment, sendAttachment } from './attachment.ts'
import { imageTypeOf, imageTypeOfName } from './image.ts'
import { safeFileName, storeFile } from './storeFile.ts'

/** Largest file, in bytes. */
const largestFile = 5 * 1024 * 1024

/**
 * POST /api/files keeps an image, or an attachment of the `field` that is named; /files gives images out, /api/files attachments. A file never changes: a new photo has a new address, which nobody can
 * guess, so images need no token (an <img> could send none).
 */
export const registerFileRoutes = (app: FastifyInstance, service: Service, who: CallerResolver): void => {
  app.register(async scope => {
    // The type does not count: the bytes are looked at.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestFile }, (_request, body, done) => done(null, body))
    scope.post('/api/files', { bodyLimit: largestFile }, async (request, reply) => {
      const caller = await who(request, storeOfQuery(request))
      const { register, field, name } = demandPlace(request, service, caller)
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (field !== undefined) {
        const place = { storeId: caller.storeId, register, field: attachmentField(service.model(), register, field) }
        const id = await reserveFile(request, service, caller, bytes.length)
        const kept = keepAttachment(place, id, name, bytes, service.files)
        return reply.code(201).send(await orGiveBack(service, caller, id, kept))
      }
      const image = imageTypeOf(bytes)
      if (!image) throw new ApiError(415, 'image-type-invalid')
      const id = await reserveFile(request, service, caller, bytes.length)
      const place = [String(caller.storeId ?? 0), register.name, id]
      const file = `${safeFileName(name)}.${image.extension}`
      const kept = storeFile(service.files, [...place, file], bytes)
      return reply.code(201).send({ url: await orGiveBack(service, caller, id, kept) })
    })
  })

  app.get('/api/files/:store/:resource/:id/:name', sendAttachment(service, who))

  app.get('/files/*', sendPicture(service))
}

/** Frees the room reserved for a file that could not be kept. */
const orGiveBack = <T>(service: Service, { storeId }: Caller, id: string, keeping: Promise<T>): Promise<T> =>
  keeping.catch(async (error: unknown) => {
    await giveBackFile(service, storeId, id)
    throw error
  })

/** Gives a picture to whoever knows its address. */
const sendPicture =
  ({ files }: Pick<Service, 'files'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const place = pathParameter(request, '*') ?? ''
    const type = imageTypeOfName(place)
    const isHidden = place.split('/').some(part => part.startsWith('.'))
    const found = type && !isHidden && isFileKey(`files/${place}`) ? await files.open(`files/${place}`) : undefined
    if (!found) {
      reply.callNotFound()
      return reply
    }
    return reply
      .header('content-type', type)
      .header('content-length', found.size)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(found.stream)
  }

interface UploadPlace {
  readonly register: Register
  readonly name: string
  /** Of an attachment. */
  readonly field: string | undefined
}

/** The register the file is for, which the caller must be able to write, and a name for the file. */
const demandPlace = (request: FastifyRequest, service: Service, caller: Caller): UploadPlace => {
  const { resource, name, field } = queryParametersOf(request)
  const register = typeof resource === 'string' ? registerOf(service.model(), resource) : undefined
  if (!register) throw new ApiError(404, 'register-unknown', { register: String(resource ?? '') })
  const gates = [gateOf(register, 'create'), gateOf(register, 'change')]
  if (!gates.some(gate => gate !== undefined && caller.rights[gate])) throw new ApiError(403, 'forbidden')
  if (register.scope === 'store' && caller.storeId === null) throw new ApiError(400, 'store-required')
  return { register, name: typeof name === 'string' ? name : '', field: typeof field === 'string' ? field : undefined }
}
