import type { VisitHead } from '../../api/visit.ts'
import { kindByName } from '../../kinds/values.ts'
import { registerOfRole } from '../../model/access/roles.ts'
import { conditionHolds } from '../../model/expression.ts'
import type { Field, Model, Register, Visitors } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { isStoreProved } from '../access/emailProof.ts'
import { findStores, isStoreActive, type Store } from '../access/users.ts'
import type { Queries } from '../database/queries.ts'
import { ApiError } from '../error.ts'
import { storeRecord } from '../features/notices/readAsStore.ts'
import type { DataRow } from '../query/fetchPlanRows.ts'
import { storeModel } from '../query/remembered/storeModel.ts'
import { type Table, tableOf } from '../query/table.ts'
import type { Service } from '../service.ts'
import { requireStore, type UnitOfWork } from '../write/unitOfWork.ts'
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
 * Finds what visitors of a store may reach. A store that nobody has, one without a licence, and one that may not write to strangers yet answer alike.
 * A form that the store has closed since leaves the links of what was sent by it open. @throws ApiError 404
 */
export async function openPage(
  { database }: Pick<Service, 'database'>,
  model: Model,
  name: string,
  lojaId: number,
): Promise<OpenPage> {
  const register = visitedRegister(model, name)
  if (!register) throw closed()
  const reads: PageReads = { system: database.system, read: run => database.read({ stores: [lojaId] }, run) }
  const page = await pageOf(model, register, lojaId, reads)
  // Visitors read the names that the store gave; what it said of initial values is not for them.
  return { ...page, table: tableOf(await storeModel(database, model, lojaId, { namesAlone: true }), register.name) }
}

/** The same in a transaction of the store. @throws ApiError 404 */
export const openPageWithin = ({ q, model, caller }: UnitOfWork, register: Register): Promise<OpenPage> =>
  pageOf(model, register, requireStore(caller), { system: q, read: run => run(q) })

interface PageReads {
  readonly system: Queries
  read<T>(run: (q: Queries) => Promise<T>): Promise<T>
}

async function pageOf(model: Model, register: Register, lojaId: number, { system, read }: PageReads): Promise<OpenPage> {
  const { visitors } = register
  const [store] = visitors ? await findStores(system, model, [lojaId]) : []
  if (!visitors || !store || !isStoreActive(store)) throw closed()
  if ((visitors.confirm ?? visitors.invite) && !(await isStoreProved(system, model, lojaId))) throw closed()
  const own = await read(q => storeRecord(q, model, store))
  const page = { table: tableOf(model, register.name), visitors, store, own }
  if (!isForm(page) && !isSwitchedOn(model, page)) throw closed()
  return page
}

const isForm = ({ visitors }: OpenPage): boolean => visitors.fields.length > 0

const isSwitchedOn = (model: Model, { table, visitors, store, own }: OpenPage): boolean =>
  conditionHolds(model, table.register.name, visitors.when, { record: {}, store: own, zone: store.zone })

/**
 * The same where visitors make the records themselves. @throws ApiError 404 also for a form that the store has closed, and a register whose records
 * people of the store make
 */
export async function openForm(...given: Parameters<typeof openPage>): Promise<OpenPage> {
  const page = await openPage(...given)
  if (!isForm(page) || !isSwitchedOn(given[1], page)) throw closed()
  return page
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

/** The titles that a store gave to fields which visitors fill: pages whose own words stand in the definitions say these instead. */
export function titlesOfStore(model: Model, { table, visitors }: OpenPage): Readonly<Record<string, string>> {
  const product = tableOf(model, table.register.name).register
  return Object.fromEntries(
    visitors.fields.flatMap(name => {
      const title = fieldOf(table.register, name)?.title
      return title === undefined || title === fieldOf(product, name)?.title ? [] : [[name, title]]
    }),
  )
}

/** A value as people read it. */
export function textOf(field: Field | undefined, value: unknown, zone: string): string {
  if (!field || value === null || value === undefined) return ''
  const kind = kindByName(field.kind)
  const known = kind.accept(value, { ...field, zone })
  return known.ok ? kind.format(known.value, { ...field, zone }) : ''
}
