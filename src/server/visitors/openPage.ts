import type { VisitHead } from '../../api/visit.ts'
import { kindByName } from '../../kinds/values.ts'
import { registerOfRole } from '../../model/access/roles.ts'
import { conditionHolds } from '../../model/expression.ts'
import type { Field, Model, Register, Visitors } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { isStoreProved } from '../access/emailProof.ts'
import { findStores, isStoreActive, type Store } from '../access/users.ts'
import { ApiError } from '../error.ts'
import { storeRecord } from '../features/automations/eventWorker.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { type Table, tableOf } from '../query/table.ts'
import type { Service } from '../service.ts'
import { registersOfVisitors } from './registersOfVisitors.ts'

/** A register of a store that visitors may reach now. */
export interface OpenPage {
  readonly table: Table
  readonly visitors: Visitors
  readonly store: Store
  /** The store as expressions see it. */
  readonly own: DataRow
}

const closed = () => new ApiError(404, 'visit.closed')

/**
 * Finds what visitors of a store may reach. A store that nobody has, one that is switched off or without a licence, and one that may not write to
 * strangers yet answer alike. @throws ApiError 404
 */
export async function openPage(
  { database }: Pick<Service, 'database'>,
  model: Model,
  name: string,
  lojaId: number,
): Promise<OpenPage> {
  const register = visitedRegister(model, name)
  const visitors = register?.visitors
  if (!register || !visitors) throw closed()
  const [store] = await findStores(database.system, model, [lojaId])
  if (!store || !isStoreActive(store)) throw closed()
  if (visitors.confirm && !(await isStoreProved(database.system, model, lojaId))) throw closed()
  const own = await database.read({ stores: [lojaId] }, q => storeRecord(q, model, store))
  const moment = { record: {}, store: own, zone: store.zone }
  if (!conditionHolds(model, register.name, visitors.when, moment)) throw closed()
  return { table: tableOf(model, register.name), visitors, store, own }
}

/** A register that visitors reach, its name in any letter case, as addresses have it. */
const visitedRegister = (model: Model, name: string): Register | undefined =>
  registersOfVisitors(model).find(({ register }) => register.name.toLowerCase() === name.toLowerCase())?.register

/** The top of a public page: name and picture of the store. Anybody may ask for any store, so its papers' lines (tax number, address) stay away. */
export function pageHead(model: Model, { own, store }: Pick<OpenPage, 'own' | 'store'>): VisitHead {
  const register = registerOfRole(model, 'store')
  if (!register) return { nome: '', logo: null }
  const said = (name: string): string => textOf(fieldOf(register, name), own[name], store.zone)
  const picture = register.fields.find(({ kind, see }) => kindByName(kind).keeps === 'picture' && see === undefined)
  const logo = picture && own[picture.name]
  return {
    nome: said(register.letterhead?.title ?? register.label) || said(register.label),
    logo: typeof logo === 'string' && logo !== '' ? logo : null,
  }
}

/** A value as people read it. */
export function textOf(field: Field | undefined, value: unknown, zone: string): string {
  if (!field || value === null || value === undefined) return ''
  const kind = kindByName(field.kind)
  const known = kind.accept(value, { ...field, zone })
  return known.ok ? kind.format(known.value, { ...field, zone }) : ''
}
