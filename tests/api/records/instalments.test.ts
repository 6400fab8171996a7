import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../fixtures/shop.ts'

let shop: Shop
const keys = { classificacaoId: 0, centroCustoId: 0, foreign: 0 }
const owner = { userId: 1, stores: [1], flags: ['contas_ver'] }

beforeAll(async () => {
  shop = await openShop()
  await shop.database.system.query(`INSERT INTO lojas (nome_fantasia) VALUES ('Primeira'), ('Segunda')`)
  const one = async (sql: string): Promise<number> => Number((await shop.database.system.query<{ id: string }>(sql)).rows[0]?.id)
  keys.classificacaoId = await one(
    `INSERT INTO "Conta_classificacoes" ("lojaId", nome, tipo) VALUES (1, 'Aluguel', 'DESPESA') RETURNING id`,
  )
  keys.centroCustoId = await one(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES (1, 'Loja') RETURNING id`)
  keys.foreign = await one(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES (2, 'Outra') RETURNING id`)
})
afterAll(() => shop?.close())

interface Bill {
  readonly id: number
  readonly vencimento: string
  readonly valor: number
  readonly parcela: number
  readonly ocorrencias: number
  readonly contaId: number | null
}

const bill = (more: object) => ({
  tipo: 'PAGAR',
  descricao: 'Aluguel',
  vencimento: '2027-12-31',
  valor: 100,
  classificacaoId: keys.classificacaoId,
  centroCustoId: keys.centroCustoId,
  ...more,
})

const save = (body: object, someone = owner) => shop.as(someone)('POST', '/api/Conta/save', body)
const made = async (body: object): Promise<Bill> => {
  const reply = await save(body)
  expect([reply.status, reply.body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return reply.body as Bill
}

/** All instalments of an account, by the call of the documents: or of id and contaId. */
async function instalments(first: number): Promise<Bill[]> {
  const where = { or: [{ id: { inq: [first] } }, { contaId: { inq: [first] } }] }
  const filter = encodeURIComponent(JSON.stringify({ where, order: ['parcela ASC'], limit: 1000 }))
  return (await shop.as(owner)('GET', `/api/Conta/list?filter=${filter}`)).body as Bill[]
}

const dates = (bills: readonly Bill[]): string[] => bills.map(({ vencimento }) => vencimento)
const problems = (reply: { readonly body: unknown }): unknown =>
  (reply.body as { error: { details: { path: string; code: string }[] } }).error.details.map(({ path, code }) => [path, code])

test('a monthly account is saved with its instalments, month ends and leap years exact', async () => {
  const first = await made(bill({ repete: true, ocorrencias: 4 }))
  expect(first).toMatchObject({ parcela: 1, ocorrencias: 4, contaId: null })
  const all = await instalments(first.id)
  expect(dates(all)).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'])
  expect(all.slice(1)).toEqual(
    [2, 3, 4].map(parcela =>
      expect.objectContaining({ parcela, ocorrencias: 4, contaId: first.id, valor: 100, descricao: 'Aluguel' }),
    ),
  )
})

test('a weekly account goes by seven days; a custom one takes the dates and values that were typed', async () => {
  const weekly = await made(bill({ repete: true, recorrencia: 'SEMANAL', ocorrencias: 3 }))
  expect(dates(await instalments(weekly.id))).toEqual(['2027-12-31', '2028-01-07', '2028-01-14'])
  const parcelas = [
    { parcela: 2, vencimento: '2028-02-05', valor: 70.5 },
    { parcela: 3, vencimento: '2028-02-06', valor: 0.01, descricao: 'Resto' },
  ]
  const custom = await made(bill({ repete: true, recorrencia: 'PERSONALIZADO', ocorrencias: 3, parcelas }))
  expect(await instalments(custom.id)).toEqual([
    expect.objectContaining({ vencimento: '2027-12-31', valor: 100 }),
    expect.objectContaining({ vencimento: '2028-02-05', valor: 70.5, descricao: 'Aluguel' }),
    expect.objectContaining({ vencimento: '2028-02-06', valor: 0.01, descricao: 'Resto' }),
  ])
})

test('what is wrong is told at its place, and then nothing is saved', async () => {
  const count = async () => (await shop.as(owner)('GET', '/api/Conta/list')).count
  const before = await count()
  const rows = (vencimento: string, more: object = {}) => [{ parcela: 2, vencimento, valor: 1, ...more }]
  const custom = { repete: true, recorrencia: 'PERSONALIZADO', ocorrencias: 2 }
  expect(problems(await save(bill({ repete: true, ocorrencias: 1 })))).toEqual([['ocorrencias', 'bill.occurrences-two']])
  expect(problems(await save(bill({ repete: true, ocorrencias: 2, parcelas: rows('2028-02-01') })))).toEqual([
    ['parcelas', 'bill.instalments-dates'],
  ])
  expect(problems(await save(bill({ ...custom, ocorrencias: 5, parcelas: rows('2028-02-01') })))).toEqual([
    ['parcelas', 'bill.instalments-count'],
  ])
  expect(problems(await save(bill({ ...custom, parcelas: rows('2028-02-01', { valor: 0 }) })))).toEqual([
    ['parcelas.0.valor', 'minimum'],
  ])
  const foreign = await save(bill({ ...custom, parcelas: rows('2028-02-01', { centroCustoId: keys.foreign }) }))
  expect(foreign.status).toBe(422)
  expect(await count()).toBe(before)
})

test('an edit touches one instalment, and none are added to an account that stands', async () => {
  const first = await made(bill({ repete: true, ocorrencias: 2 }))
  const [, second] = await instalments(first.id)
  expect(await made({ ...second, valor: 55 })).toMatchObject({ valor: 55 })
  expect((await instalments(first.id)).map(({ valor }) => valor)).toEqual([100, 55])
  const late = await save({ id: first.id, parcelas: [{ parcela: 3, vencimento: '2028-03-01', valor: 1 }] })
  expect(problems(late)).toEqual([['parcelas', 'bill.instalments-new-only']])
  const nested = await save(bill({ contaId: second?.id }))
  expect(problems(nested)).toEqual([['contaId', 'bill.first-instalment']])
})

test('who may not see accounts saves none', async () => {
  const refused = await save(bill({ repete: true, ocorrencias: 2 }), { ...owner, flags: ['estoque_ver'] })
  expect(refused.status).toBe(403)
})
