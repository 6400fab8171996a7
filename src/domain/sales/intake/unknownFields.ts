import { membersOf } from '../../../base/record.ts'
import { truncate } from '../../../base/text.ts'
import type { Model, Register } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { type Queries, type RowOf, tableOf } from '../../../server/domain.ts'

type Body = Readonly<Record<string, unknown>>

/** Names told of one record: enough to find out what a point of sale sends in vain. */
const MOST_TOLD = 10
const MOST_NAME = 60

/** Where a record's names may stand: in itself, and in the rows of its lists. */
export interface KnownFields {
  readonly record: ReadonlySet<string>
  readonly lists: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Names that a record of a register may be sent with: those under which it comes back, and what the contract adds.
 * @param documented the record's JSON Schema as the contract tells it
 */
export function knownFieldsOf(model: Model, name: string, documented: object = {}): KnownFields {
  const { register, lists } = tableOf(model, name)
  const properties = propertiesOf(documented)
  const rows = [...lists].map(([list, { register: rowName }]) => {
    const told = propertiesOf(membersOf(properties[list]).items)
    return [list, new Set([...namesOf(tableOf(model, rowName).register), ...Object.keys(told)])] as const
  })
  return { record: new Set([...namesOf(register), ...lists.keys(), ...Object.keys(properties)]), lists: new Map(rows) }
}

/** Names under which a record of the register comes back, references included: it may be sent again as it was read. */
const namesOf = ({ fields }: Register): string[] => [
  'id',
  'version',
  'lojaId',
  ...fields.flatMap(({ name, reference }) => (reference?.as ? [name, reference.as] : [name])),
]

const propertiesOf = (schema: unknown): Body => membersOf(membersOf(schema).properties)

/** Paths of what a record brings that nobody reads, the first ones, as messages show them. */
function unknownFieldsOf(body: Body, { record, lists }: KnownFields): string[] {
  const found: string[] = []
  const look = (row: Body, names: ReadonlySet<string>, path: string): void => {
    for (const name in row) {
      if (names.has(name)) continue
      found.push(path + truncate(name, MOST_NAME).toWellFormed())
      if (found.length >= MOST_TOLD) return
    }
  }
  look(body, record, '')
  for (const [list, names] of lists) {
    const rows = body[list]
    if (!Array.isArray(rows)) continue
    for (const [at, row] of rows.entries()) {
      if (found.length >= MOST_TOLD) return found
      look(membersOf(row), names, `${list}.${at}.`)
    }
  }
  return found
}

/** A record that equipment sent, and what the finder calls it. */
export interface SentRecord<T> {
  readonly of: T
  readonly equipamentoId: number
  readonly body: Body
}

/** Fields that nobody knows: refused, or told as ignored where the equipment is an old one that may send them. */
export type UnknownFields =
  | { readonly refused: readonly string[]; readonly told: object }
  | { readonly refused?: undefined; readonly told: { readonly ignorados: readonly string[] } }

/** Finds the records that bring fields which nobody knows; the equipment is asked for only where one does. */
export async function findUnknownFields<T>(
  sent: readonly SentRecord<T>[],
  names: KnownFields,
  lojaId: number,
  q: Queries,
): Promise<ReadonlyMap<T, UnknownFields>> {
  const found = sent.flatMap(one => {
    const fields = unknownFieldsOf(one.body, names)
    return fields.length > 0 ? [{ ...one, fields }] : []
  })
  if (found.length === 0) return new Map()
  const { rows } = await q.query<RowOf<'equipamentos', 'id'>>(
    'SELECT id FROM equipamentos WHERE "lojaId" = $1 AND id = ANY ($2::bigint[]) AND campos_desconhecidos',
    [lojaId, [...new Set(found.map(({ equipamentoId }) => equipamentoId))]],
  )
  const tolerant = new Set(rows.map(({ id }) => Number(id)))
  return new Map(
    found.map(({ of, equipamentoId, fields }) => [
      of,
      tolerant.has(equipamentoId) ? { told: { ignorados: fields } } : { refused: fields, told: {} },
    ]),
  )
}

/** The refusal of each of these fields, in the words of sales or of cash sessions. */
export const unknownFieldProblems = (about: 'sale' | 'cash', sale: string, paths: readonly string[]): Problem[] =>
  paths.map(path => ({ path, code: `${about}.field-unknown`, params: { sale, field: path } }))
