import { referenceReadsOf } from '../../../../model/expression/referenceReads.ts'
import { readsOf } from '../../../../model/expression.ts'
import type { AddBarView } from '../../../../model/field.ts'
import type { ChildList, Field, Model, Register } from '../../../../model/model.ts'
import { call } from '../../../data/api.ts'
import type { FieldValues } from '../../draft/draftRows.ts'

/** Fields of the record that a field of the bar refers to, as far as the row and the bar's checks read them. */
export function fieldsReadOf(
  model: Model,
  register: Register,
  list: ChildList,
  { name, reference }: Field,
  { begins = {}, checks, scan }: AddBarView,
): readonly string[] {
  const target = reference && model.registers[reference.to]
  if (!reference || !target) return []
  const rows = referenceReadsOf(model, register).rows.get(list.name)?.get(name) ?? []
  const expressions = checks.flatMap(({ rule, params = {} }) => [...(rule === undefined ? [] : [rule]), ...Object.values(params)])
  const own = [...expressions, ...Object.values(begins)]
    .flatMap(expression => readsOf(model, list.register, expression))
    .flatMap(([as, member]) => (as === reference.as && member !== undefined ? [member] : []))
  return [...new Set(['id', target.label, ...(target.code ? [target.code] : []), ...scan, ...rows, ...own])]
}

const findRecords = async (to: string, where: unknown, fields: readonly string[]): Promise<readonly FieldValues[]> => {
  const filter = JSON.stringify({ where, fields, limit: 2 })
  const { data } = await call<readonly FieldValues[]>('GET', `${to}/list`, { query: { filter }, noRetry: true })
  return data
}

/** The record of a key; undefined where it cannot be had, without the network for one. */
export const fetchChosen = (to: string, id: string | number, fields: readonly string[]): Promise<FieldValues | undefined> =>
  findRecords(to, { id }, fields).then(
    ([record]) => record,
    () => undefined,
  )

/** The one record that has a scanned code in one of these fields. */
export async function fetchScanned(
  { to, where }: NonNullable<Field['reference']>,
  code: string,
  codes: readonly string[],
  fields: readonly string[],
): Promise<FieldValues | undefined> {
  const named = { or: codes.map(field => ({ [field]: code })) }
  const found = await findRecords(to, where ? { and: [where, named] } : named, fields).catch(() => [])
  return found.length === 1 ? found[0] : undefined
}
