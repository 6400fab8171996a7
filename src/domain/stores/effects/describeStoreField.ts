import { kindByName } from '../../../kinds/values.ts'
import { targetOf } from '../../../model/field.ts'
import type { Field } from '../../../model/model.ts'
import { readInitial } from '../../../model/own/initialValue.ts'
import { fieldNamedBy } from '../../../model/own/namedFieldProblems.ts'
import { takesTitle } from '../../../model/own/settable.ts'
import { fieldOf } from '../../../model/register.ts'
import {
  ApiError,
  type DataRow,
  type Effect,
  nameOfRecord,
  type RowOf,
  requireStore,
  type UnitOfWork,
  validationError,
} from '../../../server/domain.ts'

/** Most fields of which a store sets something: all pages carry them. */
const MOST = 300

/** Keeps how the system calls the field, and the initial value as people read it, for the list. One that refers to no record of the store is refused. */
export const describeStoreField: Effect = {
  async before({ work, table, before, body }) {
    const record: DataRow = { ...before, ...body }
    const { service } = work
    const named = fieldNamedBy(service.model(), fieldOf(table.register, 'campo'), record)
    if (!before) await refuseMore(work)
    if (!named) return undefined
    const { field, register } = named
    if (record.titulo && !takesTitle(register, field))
      throw validationError([{ path: 'titulo', code: 'store-field.no-title', params: { field: field.title } }])
    const text = typeof record.inicial === 'string' ? record.inicial : ''
    return { campo_nome: field.title, inicial_nome: text === '' ? null : (await wordsOf(field, text, work)).slice(0, 200) }
  },
}

async function refuseMore({ q, caller }: UnitOfWork): Promise<void> {
  const { rows } = await q.query<RowOf<'Loja_campos', 'id'>>('SELECT id FROM "Loja_campos" WHERE "lojaId" = $1', [
    requireStore(caller),
  ])
  if (rows.length >= MOST) throw new ApiError(422, 'store-field.most', { max: MOST })
}

/** A value as people read it: of references the names of the records. */
async function wordsOf(field: Field, text: string, work: UnitOfWork): Promise<string> {
  const value = readInitial(field, text)
  // The check says what is wrong.
  if (!value.ok) return ''
  const target = targetOf(field)
  if (!target) return kindByName(field.kind).format(value.value, { ...field, zone: work.caller.zone })
  const lojaId = requireStore(work.caller)
  const names: string[] = []
  for (const id of [value.value].flat()) {
    const named = await nameOfRecord(work.q, work.model, { register: target.to, id, lojaId })
    if (named === undefined)
      throw validationError([{ path: 'inicial', code: 'store-field.gone', params: { field: field.title } }])
    names.push(named)
  }
  return names.join(', ')
}
