import type { Queries, Service } from '../../server/access/caller.ts'
import { setPasswordHash } from '../../server/access/users.ts'
import { secretsOfInstallation } from '../../server/database/secret.ts'
import { tableOf } from '../../server/query/table.ts'
import { hashPassword } from '../../server/session/password.ts'
import { insertRows } from '../../server/write/store/rowStatements.ts'
import { loadCombos } from './combos.ts'
import { loadCounterSetup } from './counterSetup.ts'
import { loadCurrencies, loadStoreCurrencies } from './currencies.ts'
import { demoAccounts, demoMemberships, demoPassword } from './demoAccounts.ts'
import { createDemoRandom, type DemoRandom } from './demoRandom.ts'
import { loadDigitalMenu } from './digitalMenu.ts'
import { cnpj } from './documents.ts'
import { type DemoRow, type IdsByName, type InsertRecords, idByName, insertNamed } from './insertRecords.ts'
import { partnersOf } from './partners.ts'
import { productRecords } from './products.ts'
import { loadDemoSales } from './sales/loadDemoSales.ts'
import { type StorePlan, segments, storePlans, units } from './stores.ts'
import { cestLines, ncmLines } from './taxTable.ts'

const SEED = 20_260_101
const DAY = 86_400_000
/** Days of sales before the first start. */
const DAYS = 90

/**
 * Fills an empty database with the demo company: three stores of one owner, their catalogues, partners and users. The same on
 * every machine but for the moments, which lie in the year before `now`.
 */
export async function loadDemo(service: Service, now: Date): Promise<void> {
  const random = createDemoRandom(SEED)
  await service.database.write('all', async q => {
    const insert = inserter(service, q)
    await loadTables(insert)
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
    const stores: number[] = []
    for (const plan of storePlans) {
      const store = await loadStore(insert, plan, segmentIds, users, random, now)
      const digital = plan.record.cardapio_digital === true
      await loadStoreCurrencies(insert, store, digital, apps, acquirers)
      await loadCounterSetup(insert, store, createDemoRandom(SEED + store), now)
      if (digital) await loadDigitalMenu(insert, store, now)
      stores.push(store)
    }
    await insert(
      'Loja_filials',
      stores[0] ?? null,
      stores.slice(1).map(filialId => ({ filialId })),
    )
    await loadTies(insert, stores, users)
    await loadDemoSales(q, { stores, days: DAYS, now: now.getTime() })
  })
  await createDemoLogins(service)
}

/** The logins of the demo's people; passwords lie outside the stores' tables, so this is a step of its own. */
export async function createDemoLogins({ database }: Service): Promise<void> {
  const emails = demoAccounts.filter(({ login }) => login).map(({ email }) => email)
  const { rows } = await database.system.query<{ id: string }>('SELECT id FROM users WHERE lower(email) = ANY ($1)', [emails])
  const hash = await hashPassword(demoPassword)
  for (const { id } of rows) await setPasswordHash(database.system, Number(id), hash)
}

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
  const { rows } = await q.query<{ id: string; nome: string }>(
    `SELECT id, nome FROM ${tableOf(service.model(), 'moeda_adquirentes').sql}`,
  )
  return new Map(rows.map(({ id, nome }) => [nome, Number(id)]))
}

async function loadTables(insert: InsertRecords): Promise<void> {
  const ncms = ncmLines.map(([id, descricao, nacional, importado, estadual, municipal]) => ({
    id,
    ex: '',
    tipo: 0,
    descricao,
    nacional,
    importado,
    estadual,
    municipal,
  }))
  await insert('ncms', null, ncms)
  await insert(
    'cests',
    null,
    cestLines.map(([id, descricao]) => ({ id, descricao })),
  )
}

async function loadUsers(insert: InsertRecords): Promise<IdsByName> {
  const rows = demoAccounts.map(({ email, nome, admin }) => ({ email, nome, admin: admin === true, active: true, block: false }))
  return insertNamed(insert, 'users', null, rows, 'email')
}

async function loadStore(
  insert: InsertRecords,
  plan: StorePlan,
  segmentIds: IdsByName,
  users: IdsByName,
  random: DemoRandom,
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
  await loadPartners(insert, store, plan, random, now)
  return store
}

async function loadCatalogue(
  insert: InsertRecords,
  store: number,
  plan: StorePlan,
  random: DemoRandom,
  now: Date,
): Promise<void> {
  const taxIds = await insert(
    'impostos',
    store,
    plan.taxes.map(({ record }) => record),
  )
  const groups = plan.groups.map(({ nome, categoria, cor, pizza }, at) => ({
    nome,
    categoria,
    cor,
    pizza: pizza === true,
    status: true,
    android: true,
    ordem: at + 1,
  }))
  const keys = {
    units: await insertNamed(
      insert,
      'unidades',
      store,
      units.map(nome => ({ nome })),
      'nome',
    ),
    printers: await insertNamed(insert, 'impressoras', store, plan.printers, 'nome'),
    taxes: new Map(plan.taxes.map(({ key }, at) => [key, Number(taxIds[at])])),
    groups: await insertNamed(insert, 'grupos', store, groups, 'nome'),
  }
  const factors = plan.tables.slice(1).map(([, factor]) => factor)
  const rows = plan.groups.flatMap(group =>
    productRecords(group, keys, factors, random).map(row => ({ ...row, ...moments(random, now) })),
  )
  const products = await insertNamed(insert, 'produtos', store, rows, 'cod_prod')
  await loadQuestions(insert, store, plan, products, rows, keys.groups)
  await loadCombos(insert, store, products, rows)
}

async function loadQuestions(
  insert: InsertRecords,
  store: number,
  plan: StorePlan,
  products: IdsByName,
  rows: readonly DemoRow[],
  groups: IdsByName,
): Promise<void> {
  const records = plan.questions.map(({ descricao, min, max, repeat }) => ({
    descricao,
    qtd_min: min,
    qtd_max: max,
    repetir_resposta: repeat === true,
  }))
  const questions = await insertNamed(insert, 'pergunta', store, records, 'descricao')
  const answers = plan.questions.flatMap(({ descricao, answers: all }) =>
    all.map(([nome, valor], at) => ({ perguntaId: idByName(questions, descricao), nome, valor, ativo: true, ordem: at + 1 })),
  )
  await insert('pergunta_resposta', store, answers)
  const links = plan.groups.flatMap(group =>
    rows
      .filter(row => row.grupoId === idByName(groups, group.nome))
      .flatMap(row =>
        (group.questions ?? []).map((text, at) => ({
          produtoId: idByName(products, String(row.cod_prod)),
          perguntaId: idByName(questions, text),
          ordem: at + 1,
        })),
      ),
  )
  await insert('produto_pergunta', store, links)
}

async function loadPartners(insert: InsertRecords, store: number, plan: StorePlan, random: DemoRandom, now: Date): Promise<void> {
  const partners = partnersOf(random, plan.partners)
  const ids = await insert(
    'parceiros',
    store,
    partners.map(({ record }) => ({ ...record, ...moments(random, now) })),
  )
  await insert(
    'parceiros.enderecos',
    store,
    partners.flatMap(({ addresses }, at) => addresses.map(row => ({ ...row, parceirosId: Number(ids[at]) }))),
  )
}

async function loadTies(insert: InsertRecords, stores: readonly number[], users: IdsByName): Promise<void> {
  for (const { email, store, owner, flags } of demoMemberships) {
    const permissions = Object.fromEntries((flags ?? []).map(flag => [flag, true]))
    await insert('user_lojas', stores[store] ?? null, [
      { email, userId: idByName(users, email), type: owner ? 1 : 2, ...permissions },
    ])
  }
}

/** When a record came and was last changed: within the year before. */
function moments(random: DemoRandom, now: Date): DemoRow {
  const created = now.getTime() - random.whole(30, 365) * DAY - random.whole(0, DAY)
  const updated = Math.min(now.getTime(), created + random.whole(0, 29) * DAY)
  return { createdAt: new Date(created).toISOString(), updatedAt: new Date(updated).toISOString() }
}
