import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileValue } from '../../kinds/kind.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field, Model, Register } from '../../model/model.ts'
import { fieldOf, gateOf, registerOf } from '../../model/register.ts'
import { pathParameter } from '../access/requestParts.ts'
import type { CallerResolver } from '../access/resolveCaller.ts'
import { ApiError } from '../error.ts'
import type { Service } from '../service.ts'
import type { FileStorage } from '../storage/fileStorage.ts'
import { attachmentTypeOf } from './attachmentType.ts'
import { safeFileName } from './storeFile.ts'

/** Where an attachment belongs: a store, a register and its field. */
export interface AttachmentPlace {
  readonly storeId: number | null
  readonly register: Register
  readonly field: Field
}

/** The ending of the note about a file, kept beside it: a name that no address reaches. */
const NOTE = '.sent.json'

/** The folder of a register's attachments in a store; what all stores share is in a folder of its own. */
const folderOf = ({ storeId, register }: Pick<AttachmentPlace, 'storeId' | 'register'>): [string, string] => [
  String(register.scope === 'global' ? 0 : (storeId ?? 0)),
  register.name,
]

/** The field of the register, or of the rows of its child lists, that holds attachments. */
export function attachmentField(model: Model, register: Register, name: string): Field {
  const owners = [register, ...register.lists.flatMap(list => model.registers[list.register] ?? [])]
  const field = owners.flatMap(owner => fieldOf(owner, name) ?? []).find(({ kind }) => kindByName(kind).keeps === 'attachment')
  if (!field) throw new ApiError(400, 'filter-field-unknown', { field: name })
  return field
}

/** Keeps a file that its field may hold under a new `id`, apart from images: nobody reads it without a token. */
export async function keepAttachment(
  { field, ...owner }: AttachmentPlace,
  id: string,
  name: string,
  bytes: Buffer,
  storage: FileStorage,
): Promise<FileValue> {
  const found = attachmentTypeOf(bytes, name)
  if (!found) throw new ApiError(415, 'file-type-invalid', { name })
  const folder = [...folderOf(owner), id]
  const place = [...folder, `${safeFileName(name, 'arquivo')}.${found.extension}`]
  const value = {
    url: `/api/files/${place.join('/')}`,
    name: shownName(name, found.extension),
    type: found.type,
    size: bytes.length,
  }
  const problem = kindByName(field.kind).check(value, field)
  if (problem) throw new ApiError(422, problem.code, problem.params)
  const [file, note] = [
    ['attachments', ...place],
    ['attachments', ...folder, NOTE],
  ].map(parts => parts.join('/')) as [string, string]
  await storage.keep(file, bytes)
  try {
    await storage.keep(note, Buffer.from(JSON.stringify(value)))
  } catch (error) {
    // Without its note nobody could ever name it.
    await storage.remove([file]).catch(() => undefined)
    throw error
  }
  return value
}

/** Tells whether a value is, in every part, a file that was sent for the register in the store. What a client says of a file counts for nothing. */
export async function isKeptAttachment(
  value: FileValue,
  owner: Pick<AttachmentPlace, 'storeId' | 'register'>,
  storage: FileStorage,
): Promise<boolean> {
  const folder = folderOf(owner)
  const [id = '', ...rest] = value.url.replace(`/api/files/${folder.join('/')}/`, '').split('/')
  if (!isFileId(id) || rest.length !== 1) return false
  const sent = await sentFile(['attachments', ...folder, id].join('/'), storage)
  return (
    sent !== undefined &&
    sent.url === value.url &&
    sent.name === value.name &&
    sent.type === value.type &&
    sent.size === value.size
  )
}

const isFileId = (id: string): boolean => /^[0-9a-f-]{36}$/.test(id)

/** The note of the file that a folder holds. */
async function sentFile(folder: string, storage: FileStorage): Promise<FileValue | undefined> {
  const note = await storage.read(`${folder}/${NOTE}`)
  return note === undefined ? undefined : JSON.parse(note.toString('utf8'))
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
    const [store, resource, id, name] = ['store', 'resource', 'id', 'name'].map(part => pathParameter(request, part))
    const storeId = /^\d{1,15}$/.test(store ?? '') ? Number(store) : Number.NaN
    const register = registerOf(service.model(), resource ?? '')
    const named = isFileId(id ?? '') && /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$/.test(name ?? '')
    if (!register || Number.isNaN(storeId) || !named) throw new ApiError(404, 'route-unknown')
    const caller = await who(request, storeId === 0 ? undefined : storeId)
    const gate = gateOf(register, 'see')
    if (gate === undefined || !caller.rights[gate]) throw new ApiError(403, 'forbidden')
    const folder = `attachments/${storeId}/${register.name}/${id}`
    const sent = await sentFile(folder, service.files)
    const found = await service.files.open(`${folder}/${name}`)
    if (!found) throw new ApiError(404, 'route-unknown')
    const called = encodeURIComponent(sent?.name ?? name ?? '').replace(/['()*]/g, each => `%${each.charCodeAt(0).toString(16)}`)
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', found.size)
      .header('content-disposition', `attachment; filename="${name}"; filename*=UTF-8''${called}`)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(found.stream)
  }
