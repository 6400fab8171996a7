import { ok } from '../../base/result.ts'
import type { Kind } from '../kind.ts'
import { evenRoom } from '../room.ts'
import { failWithProblem } from '../valueProblem.ts'

/** An address that a page may load: our own files, written in no other way than the server writes it, or the web. */
const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}'
const ADDRESS = `^(/files(/${SEGMENT}){1,6}|https?://[^\\s"'<>\\\\]{1,2000})$`
const address = new RegExp(ADDRESS, 'u')

/** The address of a picture. */
export const value: Kind<string> = {
  parse: text => ok(text.trim() === '' ? null : text.trim()),
  format: url => url ?? '',
  edit: url => url ?? '',
  accept: (raw, o) => (typeof raw === 'string' ? ok(raw.trim()) : failWithProblem(o, 'invalid', 'image-invalid')),
  check: (url, o) => (address.test(url) ? undefined : failWithProblem(o, 'invalid', 'image-invalid').error),
  schema: () => ({ type: 'string', pattern: ADDRESS }),
  jsonTypes: ['string'],
  limits: ['minLength', 'maxLength'],
  expressionType: () => 'string',
  keeps: 'picture',
  entry: 'uploaded',
  align: 'center',
  room: () => evenRoom(12, 72, 110),
  filter: () => ({ operator: 'eq', offered: false }),
  sums: false,
}
