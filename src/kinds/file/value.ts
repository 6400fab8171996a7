import { membersOf } from '../../base/record.ts'
import { ok } from '../../base/result.ts'
import type { FileValue, Kind, ValueOptions, ValueProblem } from '../kind.ts'
import { evenRoom } from '../room.ts'
import { failWithProblem, valueProblem } from '../valueProblem.ts'
import { isAcceptedType, largestAttachment } from './accepted.ts'
import { fileSizeText } from './size.ts'

const URL = '^/api/files/\\d+/[A-Za-z_]\\w*/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$'
const NAME = '^[^\\u0000-\\u001f\\u007f\\s|/\\\\]([^\\u0000-\\u001f\\u007f|/\\\\]{0,118}[^\\u0000-\\u001f\\u007f\\s|/\\\\])?$'
const TYPE = '^[a-z]+/[a-z0-9.+-]{1,80}$'
const patterns = { url: new RegExp(URL, 'u'), name: new RegExp(NAME, 'u'), type: new RegExp(TYPE, 'u') }

const fits = (text: unknown, pattern: RegExp): text is string => typeof text === 'string' && pattern.test(text)

/** The members in an order of their own, for the database has another: equal files are equal texts. */
const fileOf = (raw: unknown): FileValue | undefined => {
  const { url, name, type, size } = membersOf(raw)
  const holds = fits(url, patterns.url) && fits(name, patterns.name) && fits(type, patterns.type)
  return holds && typeof size === 'number' && Number.isSafeInteger(size) && size > 0 ? { url, name, type, size } : undefined
}

const read = (raw: unknown, o: ValueOptions) => {
  const file = fileOf(raw)
  return file ? ok(file) : failWithProblem(o, 'invalid', 'file-invalid')
}

const most = (o: ValueOptions): number => Math.min(o.maxBytes ?? largestAttachment, largestAttachment)

function check(file: FileValue, o: ValueOptions): ValueProblem | undefined {
  if (!fileOf(file)) return valueProblem(o, 'invalid', 'file-invalid')
  if (!isAcceptedType(file.type, o.accepts)) return valueProblem(o, 'invalid', 'file-type-refused', { name: file.name })
  return file.size > most(o) ? valueProblem(o, 'tooLong', 'file-too-large', { max: fileSizeText(most(o)) }) : undefined
}

/** An attachment: what the file is called, what it holds, how large it is and where the server keeps it. In files it is its parts. */
export const value: Kind<FileValue> = {
  parse(text, o) {
    if (text.trim() === '') return ok(null)
    const [called, holds, size, address] = text.split('|').map(part => part.trim())
    return read({ url: address, name: called, type: holds, size: Number(size) }, o)
  },
  format: file => file?.name ?? '',
  edit: file => (file === null ? '' : [file.name, file.type, file.size, file.url].join(' | ')),
  accept: read,
  check,
  schema: o => ({
    type: 'object',
    properties: {
      url: { type: 'string', pattern: URL },
      name: { type: 'string', pattern: NAME },
      type: { type: 'string', pattern: TYPE },
      size: { type: 'integer', minimum: 1, maximum: most(o) },
    },
    required: ['url', 'name', 'type', 'size'],
    additionalProperties: false,
  }),
  jsonTypes: ['object'],
  limits: ['accepts', 'maxBytes'],
  expressionType: () => 'string',
  inExpression: file => file.name,
  keeps: 'attachment',
  entry: 'uploaded',
  align: 'start',
  room: () => ({ ...evenRoom(12, 200, 240), list: { width: 200, fixed: false } }),
  filter: () => ({ operator: 'eq', offered: false }),
  sums: false,
}
