import { DEFAULT_ZONE } from '../../base/dates.ts'
import {
  hashPassword,
  insertRows,
  type Queries,
  type RowOf,
  type Service,
  secretsOfInstallation,
  setPasswordHash,
  tableOf,
} from '../../server/domain.ts'
import { keepDemoPictures, loadCatalogue } from '../catalogue/public.ts'
import { loadCounterSetup } from '../equipment/public.ts'
import { loadBankStatement, loadCurrencies, loadStoreCurrencies } from '../finance/public.ts'
import { type DemoRegime, demoInvoices, loadMenuTreatments, loadTaxTables } from '../fiscal/public.ts'
import { loadOrders } from '../orders/public.ts'
import { demoAccounts, demoPassword, loadMemberships, loadPartners, loadUsers } from '../people/public.ts'
import { loadRecipes } from '../recipes/public.ts'
import { loadDemoSales } from '../sales/public.ts'
import {
  cnpj,
  createSeededRandom,
  type IdsByName,
  type InsertRecords,
  idByName,
  insertNamed,
  type SeededRandom,
} from '../samples/public.ts'
import { loadAppUsers, loadDigitalMenu, loadKitchen } from '../stores/public.ts'
import { loadTalks } from './comments.ts'
import { type StorePlan, segments, storePlans } from './stores.ts'

const SEED = 20_260_101
/** Days of sales before the first start. */
const DAYS = 90

/** How much the shops of the demo have sold. */
export interface DemoSize {
  /** Days of sales. */
  readonly days?: number
  /** About so many sales a store in these days, in place of what its habits say. */
  readonly sales?: number
}

/**
 * Fills an empty database with the demo company: three stores of one owner, their catalogues, partners and users. The same on
 * every machine but for the moments, which lie in the year before `now`.
 */
export async function loadDemo(service: Service, now: Date, { days = DAYS, sales }: DemoSize = {}): Promise<void> {
  const random = createSeededRandom(SEED)
  const stores: number[] = []
  await service.database.write('all', async q => {
    const insert = inserter(service, q)
    await loadTaxTables(insert)
    const users = await loadUsers(insert)
    const segmentIds = await insertNamed(
      insert,
      'segmentos',
      null,
      segments.map(nome => ({ nome })),
      'nome',
    )
    const apps = await loadCurrencies(insert)
    const acquirers = await acquirersOf(service, q)
    for (const plan of storePlans) {
      const store = await loadStore(insert, plan, segmentIds, users, random, now)
      const digital = plan.record.cardapio_digital === true
      await loadStoreCurrencies(insert, store, digital, apps, acquirers)
      await loadCounterSetup(insert, store, createSeededRandom(SEED + store), now)
      if (digital) await loadDigitalMenu(insert, store, now)
      await loadKitchen(insert, q, store)
      stores.push(store)
    }
    await insert(
      'Loja_filials',
      stores[0] ?? null,
      stores.slice(1).map(filialId => ({ filialId })),
    )
    await loadMemberships(insert, stores, users, service.model())
    // A new product begins with the first unit and the first tax of its store, as in one that signed up.
    await q.query(
      `UPDATE lojas l SET "unidadePadraoId" = (SELECT min(u.id) FROM unidades u WHERE u."lojaId" = l.id),
         "impostoPadraoId" = (SELECT min(i.id) FROM impostos i WHERE i."lojaId" = l.id)
       WHERE l.id = ANY ($1::bigint[])`,
      [stores],
    )
    // Sales are cancelled under the name of a person of the shop, the owner too.
    await q.query(
      `UPDATE user_lojas u SET "parceiroId" = (SELECT min(p.id) FROM parceiros p WHERE p."lojaId" = u."lojaId" AND p.funcionario)
       WHERE (u.type = 1 OR u.caixa_cancelar_venda) AND u."lojaId" = ANY ($1::bigint[])`,
      [stores],
    )
    // Sold products take their ingredients: the sheets come first.
    for (const store of stores) await loadRecipes(insert, q, store, now)
    await loadDemoSales(q, { stores, days, now: now.getTime(), ...(sales === undefined ? {} : { sales }) })
    for (const lojaId of stores) await loadBankStatement({ q, model: service.model(), lojaId, zone: DEFAULT_ZONE }, now)
    for (const store of stores) await loadAppUsers(insert, q, store)
    for (const store of stores) await demoInvoices.of(service)?.document(q, store)
    await loadOrders(q, stores[0] ?? 0, now)
    await loadTalks(q, stores[0] ?? 0, now, DEFAULT_ZONE)
    for (const [at, plan] of storePlans.entries())
      await loadMenuTreatments(
        insert,
        { q, model: service.model(), lojaId: stores[at] ?? 0, zone: DEFAULT_ZONE },
        regimeOf(plan),
        now,
      )
  })
  for (const [at, { groups }] of storePlans.entries()) await keepDemoPictures(service, stores[at] ?? 0, groups)
  await createDemoLogins(service)
}

/** The logins of the demo's people; passwords lie outside the stores' tables, so this is a step of its own. */
export async function createDemoLogins({ database }: Service): Promise<void> {
  const emails = demoAccounts.filter(({ login }) => login).map(({ email }) => email)
  const { rows } = await database.system.query<RowOf<'users', 'id'>>('SELECT id FROM users WHERE lower(email) = ANY ($1)', [
    emails,
  ])
  const hash = await hashPassword(demoPassword)
  for (const { id } of rows) await setPasswordHash(database.system, Number(id), hash)
}

/** A shop of groceries is no restaurant. */
const regimeOf = ({ record, segment }: StorePlan): DemoRegime => ({
  regime_tributario: record.regime_tributario === 3 ? 3 : 1,
  restaurante: segment !== 'Empório',
  gorjeta: Number(record.taxa_servico) > 0,
})

const inserter = (service: Service, q: Queries): InsertRecords => {
  const work = { q, secrets: secretsOfInstallation(service.dataDir) }
  return (register, lojaId, rows) =>
    insertRows(
      tableOf(service.model(), register),
      rows.map(columns => ({ lojaId, columns })),
      work,
    )
}

/** The acquirers that the register starts with. */
async function acquirersOf(service: Service, q: Queries): Promise<IdsByName> {
  const { rows } = await q.query<RowOf<'moeda_adquirentes', 'id'> & { nome: string }>(
    `SELECT id, nome FROM ${tableOf(service.model(), 'moeda_adquirentes').sql}`,
  )
  return new Map(rows.map(({ id, nome }) => [nome, Number(id)]))
}

async function loadStore(
  insert: InsertRecords,
  plan: StorePlan,
  segmentIds: IdsByName,
  users: IdsByName,
  random: SeededRandom,
  now: Date,
): Promise<number> {
  const [id] = await insert('lojas', null, [
    {
      ...plan.record,
      uuid: `00000000-0000-4000-8000-${String(plan.branch).padStart(12, '0')}`,
      cnpj: cnpj(random, plan.branch),
      segmentoId: idByName(segmentIds, plan.segment),
      adminUserId: idByName(users, 'dono@demo.com.br'),
    },
  ])
  const store = Number(id)
  await insert(
    'Loja_tabela_precos',
    store,
    plan.tables.map(([nome], at) => ({ nome, config: '1,2,3,4', ordem: at + 1 })),
  )
  await loadCatalogue(insert, store, plan, random, now)
  await loadPartners(insert, store, plan.partners, random, now)
  return store
}
