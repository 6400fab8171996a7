import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import { readDefinitions } from '../../../src/server/start/definitions.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The history is shown to everybody, as an implementer may say. */
function openHistory({ model }: { readonly model: Model }): Model {
  const { user_logs: history } = model.registers
  if (!history) throw new Error('there is no history')
  return { ...model, registers: { ...model.registers, user_logs: { ...history, access: { see: 'logged' } } } }
}

interface Line {
  readonly id: number
  readonly recurso: string
  readonly acao: string
  readonly cadastro: string
  readonly registro: string
  readonly mudancas: string
  readonly antes: string | null
  readonly depois: string | null
}

let server: TestServer
let owner: string
let stranger: string
let employee: string
let store: number
let other: number

beforeAll(async () => {
  server = await openServer(openHistory(readDefinitions()))
  const [dona, ana, zeca] = [
    await server.addUser('dona@x.br'),
    await server.addUser('ana@x.br'),
    await server.addUser('zeca@x.br'),
  ]
  store = await server.addStore('Loja')
  other = await server.addStore('Outra')
  await server.tie(dona, store, { type: 1, email: 'dona@x.br' })
  await server.tie(ana, store, { type: 2, email: 'ana@x.br', cardapio_ver: true })
  await server.tie(zeca, other, { type: 1, email: 'zeca@x.br' })
  owner = await server.enter('dona@x.br')
  employee = await server.enter('ana@x.br')
  stranger = await server.enter('zeca@x.br')
})
afterAll(() => server?.close())

const lines = async (token: string, where: object, lojaId = store): Promise<Line[]> => {
  const filter = encodeURIComponent(JSON.stringify({ where, order: 'id ASC' }))
  const reply = await server.call(token, 'GET', `/api/user_logs?lojaId=${lojaId}&filter=${filter}`)
  expect(reply.statusCode).toBe(200)
  return reply.json() as Line[]
}
const make = async (token: string, register: string, body: object): Promise<{ id: number }> => {
  const reply = await server.call(token, 'POST', `/api/${register}`, body)
  expect(reply.statusCode).toBe(201)
  return reply.json() as { id: number }
}

describe('the list of the history', () => {
  test('names registers and records, and tells what changed in words of people', async () => {
    const { id } = await make(owner, 'unidades', { lojaId: store, nome: 'CX' })
    await server.call(owner, 'PATCH', `/api/unidades/${id}`, { lojaId: store, nome: 'CAIXA' })
    const group = await make(owner, 'grupos', { lojaId: store, nome: 'Bebidas' })
    const found = await lines(owner, { recurso: 'unidades', recursoId: String(id) })
    expect(found.map(({ cadastro, registro }) => [cadastro, registro])).toEqual([
      ['Unidades', 'CAIXA'],
      ['Unidades', 'CAIXA'],
    ])
    expect(found[0]?.mudancas).toContain('Nome: CX')
    expect(found[1]?.mudancas).toBe('Nome: CX → CAIXA')
    const [made] = await lines(owner, { recurso: 'grupos', recursoId: String(group.id) })
    expect(made).toMatchObject({ cadastro: 'Grupos', registro: 'Bebidas' })
    const one = await server.call(owner, 'GET', `/api/user_logs/${made?.id}?lojaId=${store}`)
    expect(one.json()).toMatchObject({ cadastro: 'Grupos', registro: 'Bebidas' })
  })

  test('what is gone keeps the name that it had', async () => {
    const { id } = await make(owner, 'unidades', { lojaId: store, nome: 'SACO' })
    await server.call(owner, 'DELETE', '/api/unidades/del', { id, lojaId: store })
    const found = await lines(owner, { recurso: 'unidades', recursoId: String(id) })
    expect(found.map(({ acao, registro }) => [acao, registro])).toEqual([
      ['criar', 'SACO'],
      ['excluir', 'SACO'],
    ])
    expect(found[1]?.mudancas).toContain('Nome: SACO')
  })

  test('who does not see a register reads its title, and nothing of its records', async () => {
    const hidden = await make(owner, 'unidades', { lojaId: store, nome: 'SEGREDO' })
    const seen = await make(owner, 'grupos', { lojaId: store, nome: 'Massas' })
    const [unit] = await lines(employee, { recurso: 'unidades', recursoId: String(hidden.id) })
    expect(unit).toMatchObject({ cadastro: 'Unidades', registro: '', mudancas: '', antes: null, depois: null })
    expect(JSON.stringify(unit)).not.toContain('SEGREDO')
    const [group] = await lines(employee, { recurso: 'grupos', recursoId: String(seen.id) })
    expect(group).toMatchObject({ cadastro: 'Grupos', registro: 'Massas' })
  })

  test('another store’s records are neither listed nor named', async () => {
    const mine = await make(owner, 'unidades', { lojaId: store, nome: 'MINHA' })
    await make(stranger, 'unidades', { lojaId: other, nome: 'ALHEIA' })
    const theirs = await lines(stranger, { recurso: 'unidades' }, other)
    expect(theirs.map(({ registro }) => registro)).toEqual(['ALHEIA'])
    expect(JSON.stringify(await lines(owner, {}))).not.toContain('ALHEIA')
    const reply = await server.call(stranger, 'GET', `/api/user_logs?lojaId=${store}`)
    expect(reply.statusCode).toBe(403)
    expect(mine.id).toBeGreaterThan(0)
  })

  test('a file of it says the same', async () => {
    await make(owner, 'unidades', { lojaId: store, nome: 'PCT' })
    const columns = 'cadastro,registro,mudancas'
    const url = `/api/user_logs/exportar?lojaId=${store}&columns=${columns}`
    const mine = await server.call(owner, 'GET', url)
    expect(mine.body).toContain('Unidades;PCT;')
    expect((await server.call(employee, 'GET', url)).body).not.toContain('PCT')
  })
})
