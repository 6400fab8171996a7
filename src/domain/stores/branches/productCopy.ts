import { cloneRecord } from '../../../model/defaults.ts'
import {
  ApiError,
  type DataRow,
  lockRecords,
  requireStore,
  saveOneRecord,
  tableOf,
  type UnitOfWork,
  withAllRights,
} from '../../../server/domain.ts'

/** The same work in another store. */
export const unitOfWorkIn = (work: UnitOfWork, storeId: number): UnitOfWork => ({ ...work, caller: { ...work.caller, storeId } })

/** Fields that point into the store: their records are found in the branch by name, and made there when `make` says so. */
const links = [
  { field: 'grupoId', register: 'grupos', make: true },
  { field: 'unidadeId', register: 'unidades', make: true },
  { field: 'impostoId', register: 'impostos', make: true },
  { field: 'impressoraId', register: 'impressoras', make: false },
] as const

/** A product of the store as a new one of the branch: without questions, with the codes, and with what it points to over there. */
export async function productCopyOf(
  id: number,
  price: number,
  here: UnitOfWork,
  there: UnitOfWork,
  known: Map<string, unknown>,
): Promise<DataRow> {
  const { model } = here
  const [record] = await lockRecords(tableOf(model, 'produtos'), [id], here)
  if (!record) throw new ApiError(404, 'not-found')
  if (record.combo === true || record.ponte === true) throw new ApiError(422, 'branch.combo')
  const { perguntas: _, comboItens: _items, respostas: _answers, ...copy } = cloneRecord(model, 'produtos', record)
  const linked: DataRow = {}
  for (const { field, register, make } of links) linked[field] = await twinOf(record[field], register, make, here, there, known)
  return { ...copy, ...linked, cod_prod: record.cod_prod, cod_aux: record.cod_aux, preco_vnd_prod: price }
}

/** The record of the branch that has the same name. */
async function twinOf(
  id: unknown,
  register: string,
  make: boolean,
  here: UnitOfWork,
  there: UnitOfWork,
  known: Map<string, unknown>,
): Promise<unknown> {
  if (id === null || id === undefined) return null
  const key = `${requireStore(there.caller)} ${register} ${id}`
  if (!known.has(key)) known.set(key, await findOrMake(id, register, make, here, there))
  return known.get(key)
}

async function findOrMake(id: unknown, register: string, make: boolean, here: UnitOfWork, there: UnitOfWork): Promise<unknown> {
  const table = tableOf(here.model, register)
  const [record] = await lockRecords(table, [id], here)
  if (!record) return null
  const { rows } = await there.q.query<{ id: string }>(
    `SELECT id FROM ${table.sql} WHERE "lojaId" = $1 AND lower("nome") = lower($2) ORDER BY id LIMIT 1`,
    [requireStore(there.caller), record.nome],
  )
  if (rows[0]) return Number(rows[0].id)
  if (!make) return null
  const { paiId: _, grupos_add: _groups, ...copy } = cloneRecord(here.model, register, record)
  // Records that a copied product needs come with it, whoever keeps these registers.
  const { rights } = withAllRights(here.model, there.caller)
  const made = await saveOneRecord(copy, table, { ...there, caller: { ...there.caller, rights } })
  return made.id ?? null
}
