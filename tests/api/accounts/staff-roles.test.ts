import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsFor } from '../../../src/model/access/gate.ts'
import type { RecordAccess } from '../../../src/model/model.ts'
import { topLevelRegisters } from '../../../src/model/register.ts'
import { keepShippedRoles } from '../../../src/server/write/store/shippedRoles.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let owner: string
let accountant: string
const stores = { first: 0, second: 0, other: 0 }

beforeAll(async () => {
  server = await openServer()
  for (const name of ['first', 'second', 'other'] as const) stores[name] = await server.addStore(`Loja ${name}`)
  await bringRoles()
  const boss = await server.addUser('dona@x.br')
  for (const lojaId of [stores.first, stores.second]) await server.tie(boss, lojaId, { type: 1, email: 'dona@x.br' })
  owner = await server.enter('dona@x.br')
  const books = await server.addUser('contas@x.br')
  for (const lojaId of [stores.first, stores.second]) await server.tie(books, lojaId, { email: 'contas@x.br' })
  accountant = await server.enter('contas@x.br')
  for (const lojaId of [stores.first, stores.second])
    await server.context.database.system.query(
      `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, preco_vnd_prod) VALUES ($1, 1, 'Pão', 7)`,
      [lojaId],
    )
  for (const lojaId of [stores.first, stores.second]) await give('contas@x.br', await roleId('Contador', lojaId), lojaId)
})
afterAll(() => server?.close())

const bringRoles = (model = server.context.service.model()) => server.context.database.asOwner(q => keepShippedRoles(q, model))

interface Listed {
  readonly id: number
  readonly [field: string]: unknown
}
const listed = async (register: string, lojaId = stores.first, token = owner): Promise<Listed[]> =>
  (await server.call(token, 'GET', `/api/${register}/list?lojaId=${lojaId}`)).json()
const roleId = async (nome: string, lojaId = stores.first) => (await listed('papeis', lojaId)).find(one => one.nome === nome)?.id
const placeOf = async (email: string, lojaId = stores.first) =>
  (await listed('user_lojas', lojaId)).find(one => one.email === email) as Listed
const give = async (email: string, papelId: unknown, lojaId = stores.first, token = owner) => {
  const { id } = await placeOf(email, lojaId)
  return server.call(token, 'PATCH', `/api/user_lojas/${id}?lojaId=${lojaId}`, { papelId })
}
const makeRole = async (nome: string, flags: readonly string[], token = owner) =>
  server.call(token, 'POST', '/api/papeis', {
    lojaId: stores.first,
    nome,
    ...Object.fromEntries(flags.map(flag => [flag, true])),
  })
const status = async (token: string, path: string, lojaId = stores.first) =>
  (await server.call(token, 'GET', `/api/${path}?lojaId=${lojaId}`)).statusCode

describe('a role of the store', () => {
  test('gives its permissions in place of those of before, and a change of it reaches open sessions at once', async () => {
    const token = await server.enterStore('ana', stores.first, { cadastros_ver: true })
    expect([await status(token, 'Contador/list'), await status(token, 'Movimentos/list')]).toEqual([200, 403])
    const { id } = (await makeRole('Vendas', ['pdv_relatorios'])).json()
    // Without a role people keep what they had.
    expect([await status(token, 'Contador/list'), await status(token, 'Movimentos/list')]).toEqual([200, 403])
    expect((await give('ana@x.br', id)).statusCode).toBe(200)
    expect([await status(token, 'Contador/list'), await status(token, 'Movimentos/list')]).toEqual([403, 200])
    const changed = await server.call(owner, 'PATCH', `/api/papeis/${id}?lojaId=${stores.first}`, {
      pdv_relatorios: false,
      contas_ver: true,
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect([await status(token, 'Movimentos/list'), await status(token, 'Conta/list')]).toEqual([403, 200])
    // Flags beside a role are the role's, whatever a call says; without it they are the person's own again.
    const { id: place } = await placeOf('ana@x.br')
    await server.call(owner, 'PATCH', `/api/user_lojas/${place}?lojaId=${stores.first}`, { cadastros_ver: true })
    expect(await placeOf('ana@x.br')).toMatchObject({ cadastros_ver: false, contas_ver: true })
    await give('ana@x.br', null)
    expect(await placeOf('ana@x.br')).toMatchObject({ papelId: null, contas_ver: true })
  })

  test('stands in the history of each person whom its change concerns, and goes when nobody has it', async () => {
    await server.enterStore('bia', stores.first, {})
    const { id } = (await makeRole('Salão', ['pdv_abrir_comanda'])).json()
    await give('bia@x.br', id)
    await server.call(owner, 'PATCH', `/api/papeis/${id}?lojaId=${stores.first}`, { pdv_transferir: true })
    const place = await placeOf('bia@x.br')
    const lines = (await server.call(owner, 'GET', `/api/user_lojas/${place.id}/historico?lojaId=${stores.first}`)).body
    expect(lines).toContain('pdv_transferir')
    const remove = () => server.call(owner, 'DELETE', `/api/papeis/${id}?lojaId=${stores.first}`)
    expect((await remove()).statusCode).toBe(422)
    await give('bia@x.br', null)
    expect((await remove()).statusCode).toBe(200)
  })

  test('is nobody else’s: another store neither sees nor gives it', async () => {
    const { id } = (await makeRole('Só daqui', ['cardapio_ver'])).json()
    expect((await listed('papeis', stores.second)).map(({ nome }) => nome)).not.toContain('Só daqui')
    expect((await give('contas@x.br', id, stores.second)).statusCode).toBe(422)
    expect((await server.call(owner, 'GET', `/api/papeis/list?lojaId=${stores.other}`)).statusCode).toBe(403)
  })
})

test('a role is brought to the other stores of its owner, and to nobody else’s', async () => {
  const { id } = (await makeRole('Turno', ['cardapio_ver'])).json()
  const copy = (token: string, of = id) => server.call(token, 'POST', '/api/papeis/levar', { lojaId: stores.first, id: of })
  expect((await copy(accountant)).statusCode).toBe(403)
  expect((await copy(owner, await roleId('Caixa', stores.second))).statusCode).toBe(404)
  expect((await copy(owner)).json()).toEqual({ lojas: 1 })
  const there = await roleId('Turno', stores.second)
  await server.enterStore('gil', stores.second, {})
  await give('gil@x.br', there, stores.second)
  await server.call(owner, 'PATCH', `/api/papeis/${id}?lojaId=${stores.first}`, { contas_ver: true })
  await copy(owner)
  expect(await roleId('Turno', stores.second)).toBe(there)
  expect(await placeOf('gil@x.br', stores.second)).toMatchObject({ cardapio_ver: true, contas_ver: true })
  const { rows } = await server.context.database.system.query(`SELECT "lojaId" FROM papeis WHERE nome = 'Turno'`)
  expect(rows.map(({ lojaId }) => Number(lojaId)).sort()).toEqual([stores.first, stores.second])
  const shipped = await copy(owner, await roleId('Gerente'))
  expect(shipped.json().error.code).toBe('staff-role.shipped')
})

describe('roles that the product brings', () => {
  test('stand in each store, and are copied, not edited', async () => {
    const names = (await listed('papeis', stores.second)).flatMap(({ nome, modelo }) => (modelo ? [nome] : []))
    expect(names).toEqual(['Caixa', 'Contador', 'Estoquista', 'Garçom', 'Gerente'])
    const id = await roleId('Garçom')
    const refused = await server.call(owner, 'PATCH', `/api/papeis/${id}?lojaId=${stores.first}`, { caixa_operar: true })
    expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'staff-role.shipped'])
    expect((await server.call(owner, 'DELETE', `/api/papeis/${id}?lojaId=${stores.first}`)).statusCode).toBe(422)
  })

  test('follow the product, with the people who have them; one that it drops is the store’s', async () => {
    await server.enterStore('caio', stores.first, {})
    await give('caio@x.br', await roleId('Caixa'))
    const model = server.context.service.model()
    const staffRoles = model.staffRoles.flatMap(role => {
      if (role.name === 'garcom') return []
      return role.name === 'caixa' ? { ...role, title: 'Caixas', flags: ['caixa_operar', 'caixa_conferir'] } : role
    })
    await bringRoles({ ...model, staffRoles })
    expect(await placeOf('caio@x.br')).toMatchObject({ caixa_operar: true, caixa_conferir: true, caixa_dinheiro: false })
    expect((await listed('papeis')).find(({ nome }) => nome === 'Caixas')).toMatchObject({ modelo: 'caixa' })
    expect((await listed('papeis')).find(({ nome }) => nome === 'Garçom')).toMatchObject({ modelo: null })
    await bringRoles()
    expect(await placeOf('caio@x.br')).toMatchObject({ caixa_conferir: false, caixa_dinheiro: true })
  })

  test('the accountant reads documents, reports and SPED of several stores, and nothing else', async () => {
    for (const lojaId of [stores.first, stores.second]) {
      for (const path of ['nfes/list', 'NFCes/list', 'NFe_emissaos/list', 'Contador_arquivo/list'])
        expect([path, await status(accountant, path, lojaId)]).toEqual([path, 200])
      for (const path of ['Movimentos/list', 'caixas/list', 'user_lojas/list', 'papeis/list'])
        expect([path, await status(accountant, path, lojaId)]).toEqual([path, 403])
      // Products are named, for reports ask for one; nothing more is told of them.
      expect(await listed('produtos', lojaId, accountant)).toEqual([{ id: expect.any(Number), cod_prod: '1', desc_prod: 'Pão' }])
      const sped = await server.call(accountant, 'GET', `/api/Relatorio/sped_fiscal?lojaId=${lojaId}&mes=2026-01`)
      expect(sped.statusCode).not.toBe(403)
    }
    expect(await status(accountant, 'nfes/list', stores.other)).toBe(403)
    const model = server.context.service.model()
    const flags = Object.fromEntries(
      (model.staffRoles.find(({ name }) => name === 'contador')?.flags ?? []).map(flag => [flag, true]),
    )
    const may = rightsFor(model, { admin: false, owner: false, logged: true, flags, store: {} })
    const open = (act: RecordAccess) =>
      topLevelRegisters(model).flatMap(({ name, access }) => (may[access[act] ?? ''] === true ? [name] : []))
    expect(open('see')).toEqual(['Contador_arquivo', 'NFCes', 'NFe_emissaos', 'Nps', 'nfes', 'vistas'])
    for (const act of ['create', 'change', 'remove'] as const) expect(open(act)).toEqual(['vistas'])
    const written = await server.call(accountant, 'POST', '/api/NFe_emissaos', { lojaId: stores.first })
    expect(written.statusCode).toBe(403)
  })
})

describe('nobody gives more than they have', () => {
  test('who gives access without being an owner', async () => {
    const lead = await server.enterStore('lider', stores.first, { acessos_gerir: true, cardapio_ver: true })
    await server.enterStore('novo', stores.first, {})
    const { id } = await placeOf('novo@x.br')
    const patch = (values: object, place = id) =>
      server.call(lead, 'PATCH', `/api/user_lojas/${place}?lojaId=${stores.first}`, values)
    expect((await patch({ cardapio_ver: true })).statusCode).toBe(200)
    expect((await patch({ contas_ver: true })).json().error.details).toMatchObject([
      { path: 'contas_ver', code: 'staff-role.more-than-own' },
    ])
    expect((await patch({ type: 1 })).statusCode).toBe(422)
    expect((await patch({ papelId: await roleId('Gerente') })).statusCode).toBe(422)
    expect((await makeRole('Demais', ['cardapio_ver', 'contas_ver'], lead)).statusCode).toBe(422)
    expect((await makeRole('Vitrine', ['cardapio_ver'], lead)).statusCode).toBe(201)
    // Owners are no business of theirs.
    const boss = await placeOf('dona@x.br')
    expect((await patch({ bloqueado: true }, boss.id)).statusCode).toBe(404)
    expect((await server.call(lead, 'DELETE', `/api/user_lojas/${boss.id}?lojaId=${stores.first}`)).statusCode).toBe(404)
    expect(await placeOf('novo@x.br')).toMatchObject({ type: 2, papelId: null, cardapio_ver: true, contas_ver: false })
  })
})

test('who has what is one table', async () => {
  await server.enterStore('eva', stores.first, {})
  await give('eva@x.br', await roleId('Garçom'))
  const { pessoas } = (await server.call(owner, 'GET', `/api/users/acessos?lojaId=${stores.first}`)).json()
  const found = (email: string) => pessoas.find((one: Listed) => one.email === email)
  expect(found('eva@x.br')).toMatchObject({ papel: 'Garçom', pode: 'PDV: Abrir comanda, Transferir itens e comandas' })
  expect(found('dona@x.br')).toMatchObject({ papel: 'Proprietário', pode: 'Tudo' })
})
