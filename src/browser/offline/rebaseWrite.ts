import type { WriteRequest } from './writeRequest.ts'

type Write = Pick<WriteRequest, 'register' | 'method' | 'path' | 'body'>
type Item = Readonly<Record<string, unknown>>

/**
 * A write that waits behind another of the same rows was made on top of it: it is sent with the versions that the other left.
 * Only changes of single fields are: a whole record would take the other's back.
 */
export function rebaseWrite<W extends Write>(waiting: W, done: Write, answer: unknown): W {
  if (waiting.register !== done.register) return waiting
  const before = versionsOf(itemsOf(done))
  const after = versionsOf(rowsOf(answer))
  const newer = (item: Item): Item => {
    const id = String(item.id)
    const version = after.get(id)
    return version !== undefined && item.version === before.get(id) ? { ...item, version } : item
  }
  const { body } = waiting
  if (!isItem(body)) return waiting
  if (Array.isArray(body.itens)) return { ...waiting, body: { ...body, itens: body.itens.map(newer) } }
  const own = itemsOf(waiting)[0]
  return own ? { ...waiting, body: { ...body, version: newer(own).version } } : waiting
}

/** The rows that a write changes, with the versions that it knew of. */
function itemsOf({ register, method, path, body }: Write): readonly Item[] {
  if (!isItem(body)) return []
  if (Array.isArray(body.itens)) return body.itens.filter(isItem)
  const id = path.startsWith(`${register}/`) ? decodeURIComponent(path.slice(register.length + 1)) : ''
  return method === 'PATCH' && id !== '' ? [{ ...body, id }] : []
}

/** The rows as an answer tells them: one, or several. */
const rowsOf = (answer: unknown): readonly Item[] => {
  if (!isItem(answer)) return []
  return Array.isArray(answer.registros) ? answer.registros.filter(isItem) : [answer]
}

const versionsOf = (items: readonly Item[]): ReadonlyMap<string, number> =>
  new Map(items.flatMap(({ id, version }) => (typeof version === 'number' ? [[String(id), version] as const] : [])))

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)
