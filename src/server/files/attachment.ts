import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileValue } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field, Model, Register } from '../../model/model.ts'
import { fieldOf, gateOf, registerOf } from '../../model/register.ts'
import type { Service } from '../access/caller.ts'
import type { CallerResolver } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import { attachmentTypeOf } from './attachmentType.ts'
import { keepFile, safeFileName } from './storeFile.ts'

/** Where an attachment belongs: a store, a register and its field. */
export interface AttachmentPlace {
  readonly storeId: number | null
  readonly register: Register
  readonly field: Field
}

/** The field of the register, or of the rows of its child lists, that holds attachments. */
export function attachmentField(model: Model, register: Register, name: string): Field {
  const owners = [register, ...register.lists.flatMap(list => model.registers[list.register] ?? [])]
  const field = owners.flatMap(owner => fieldOf(owner, name) ?? []).find(({ kind }) => kindByName(kind).keeps === 'attachment')
  if (!field) throw new ApiError(400, 'filter-field-unknown', { field: name })
  return field
}

/** Keeps a file that its field may hold, apart from images: nobody reads it without a token. */
export async function keepAttachment(
  { storeId, register, field }: AttachmentPlace,
  name: string,
  bytes: Buffer,
  dataDir: string,
): Promise<FileValue> {
  const found = attachmentTypeOf(bytes, name)
  if (!found) throw new ApiError(415, 'file-type-invalid', { name })
  const place = [String(storeId ?? 0), register.name, randomUUID(), `${safeFileName(name, 'arquivo')}.${found.extension}`]
  const value = {
    url: `/api/files/${place.join('/')}`,
    name: shownName(name, found.extension),
    type: found.type,
    size: bytes.length,
  }
  const problem = kindByName(field.kind).check(value, field)
  if (problem) throw new ApiError(422, problem.code, problem.params)
  await keepFile(join(dataDir, 'attachments', ...place), bytes)
  return value
}

/** The name that the person's file had, without what a name may not hold. */
const shownName = (name: string, extension: string): string =>
  name
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
    .replace(/[\u0000-\u001f\u007f|/\\]+/g, ' ')
    .trim()
    .slice(-120)
    .trim() || `arquivo.${extension}`

/** Gives an attachment to who may see the register's records in the store that the address names; always as a file to save. */
export const sendAttachment =
  (service: Service, who: CallerResolver) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { store, resource, id, name } = request.params as Readonly<Record<string, string>>
    const storeId = /^\d{1,15}$/.test(store ?? '') ? Number(store) : Number.NaN
    const register = registerOf(service.model(), resource ?? '')
    const named = /^[0-9a-f-]{36}$/.test(id ?? '') && /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$/.test(name ?? '')
    if (!register || Number.isNaN(storeId) || !named) throw new ApiError(404, 'route-unknown')
    const caller = await who(request, storeId === 0 ? undefined : storeId)
    const gate = gateOf(register, 'see')
    if (gate === undefined || !caller.rights[gate]) throw new ApiError(403, 'forbidden')
    const file = join(service.dataDir, 'attachments', String(storeId), register.name, id ?? '', name ?? '')
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) throw new ApiError(404, 'route-unknown')
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', found.size)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(createReadStream(file))
  }
