import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { withoutChance } from '../fixtures/withoutChance.ts'

let server: TestServer
let owner: string
let employee: string
let nobody: string
let store: number

beforeAll(async () => {
  server = await openServer()
  const dona = await server.addUser('dona@x.br', { nome: 'Dona' })
  const ana = await server.addUser('ana@x.br', { nome: 'Ana' })
  const zeca = await server.addUser('zeca@x.br')
  store = await server.addStore('Loja')
  await server.tie(dona, store, { type: 1, email: 'dona@x.br' })
  await server.tie(ana, store, { type: 2, email: 'ana@x.br', cardapio_ver: true, cardapio_editar: true, cadastros_ver: true })
  await server.tie(zeca, store, { type: 2, email: 'zeca@x.br' })
  owner = await server.enter('dona@x.br')
  employee = await server.enter('ana@x.br')
  nobody = await server.enter('zeca@x.br')
})
afterAll(() => server?.close())

interface Entry {
  id: number
  acao: string
  version: number | null
  usuario: { nome: string }
  changes: { path: string; title: string; kind: string; from: unknown; to: unknown; fromText: string; toText: string }[]
}

interface Question {
  id: number
  version: number
  descricao: string
  respostas: { id: number; nome: string }[]
}

const history = async (url: string, token = owner): Promise<Entry[]> =>
  (await server.call(token, 'GET', `/api/${url}/historico`)).json() as Entry[]

const make = async (): Promise<Question> =>
  (
    await server.call(owner, 'POST', '/api/pergunta', {
      descricao: 'Ponto',
      qtd_min: 0,
      qtd_max: 1,
      respostas: [{ nome: 'Mal' }, { nome: 'Bem' }],
    })
  ).json() as Question

test('who changed what, field by field and row by row, newest first', async () => {
  const question = await make()
  const [first, second] = question.respostas
  await server.call(employee, 'PATCH', `/api/pergunta/${question.id}`, {
    qtd_max: 2,
    respostas: [{ id: first?.id, nome: 'Mal passado' }, { id: second?.id, deletar: true }, { nome: 'Ao ponto' }],
  })
  const [newest, oldest] = await history(`pergunta/${question.id}`)
  expect(oldest).toMatchObject({ acao: 'criar', usuario: { nome: 'Dona' }, version: 1 })
  expect(newest).toMatchObject({ acao: 'alterar', usuario: { nome: 'Ana', email: 'ana@x.br' }, version: 2 })
  const changes = new Map(newest?.changes.map(change => [change.path, change]))
  expect(changes.get('qtd_max')).toMatchObject({ kind: 'integer', from: 1, to: 2, fromText: '1', toText: '2' })
  expect(changes.get(`respostas.${first?.id}.nome`)).toMatchObject({ from: 'Mal', to: 'Mal passado' })
  expect(changes.get(`respostas.${second?.id}`)).toMatchObject({ kind: 'row', to: null, fromText: 'Bem', toText: '' })
  expect([...changes.values()].filter(({ kind, from }) => kind === 'row' && from === null)).toMatchObject([
    { toText: 'Ao ponto' },
  ])
})

test('references are named, secrets are not told', async () => {
  const table = (await server.call(owner, 'POST', '/api/impressoras', printer('Caixa'))).json() as { id: number }
  const copy = (
    await server.call(owner, 'POST', '/api/impressoras', { ...printer('Copa'), impressoraReplicaId: table.id })
  ).json()
  const entries = await history(`impressoras/${(copy as { id: number }).id}`)
  const reference = entries[0]?.changes.find(({ kind, toText }) => kind === 'reference' && toText === 'Caixa')
  if (entries[0]?.changes.some(({ kind }) => kind === 'reference')) expect(reference).toBeDefined()
  const partner = (
    await server.call(owner, 'POST', '/api/parceiros', {
      nome_fantasia: 'Zé',
      funcionario: true,
      usuario_pdv: 3,
      senha_pdv: '4321',
    })
  ).json() as { id: number }
  const told = await history(`parceiros/${partner.id}`)
  expect(withoutChance(JSON.stringify(told))).not.toContain('4321')
  expect(told[0]?.changes.find(({ path }) => path === 'senha_pdv')).toMatchObject({ to: '********' })
})

test('a change of a secret alone is told, without its value, and cannot be taken back', async () => {
  const made = { nome_fantasia: 'Bia', funcionario: true, usuario_pdv: 4, senha_pdv: '1111' }
  const { id } = (await server.call(owner, 'POST', '/api/parceiros', made)).json() as { id: number }
  const change = (senha_pdv: string) => server.call(owner, 'PATCH', `/api/parceiros/${id}`, { senha_pdv })
  const changed = await change('2222')
  await change('********')
  const entries = await history(`parceiros/${id}`)
  expect(entries.map(({ acao }) => acao)).toEqual(['alterar', 'criar'])
  expect(entries[0]?.changes).toEqual([
    expect.objectContaining({ path: 'senha_pdv', from: '********', to: '********', toText: 'alterado' }),
  ])
  expect(withoutChance(JSON.stringify(entries))).not.toMatch(/1111|2222/)
  const action = changed.headers['x-action']
  const undone = await server.call(owner, 'POST', `/api/atividade/${action}/desfazer`, { lojaId: store })
  expect(undone.json()).toMatchObject({ desfeitos: 0, recusados: [{ motivo: expect.stringContaining('segredos') }] })
})

const printer = (nome: string) => ({ nome, modelo: 2, endereco: '192.168.0.50:9100', colunas: 48, colunasCondensado: 64 })

test('is for who sees the record', async () => {
  const { id } = await make()
  expect((await server.call(nobody, 'GET', `/api/pergunta/${id}/historico`)).statusCode).toBe(403)
  expect((await server.call(owner, 'GET', '/api/pergunta/999999/historico')).statusCode).toBe(404)
  await server.call(owner, 'DELETE', `/api/pergunta/${id}?lojaId=${store}`)
  expect((await history(`pergunta/${id}`)).map(({ acao }) => acao)).toEqual(['excluir', 'criar'])
})

test('an older version comes back, as a save of its own', async () => {
  const made = await make()
  const url = `/api/pergunta/${made.id}`
  await server.call(owner, 'PATCH', url, { descricao: 'Segunda', respostas: [{ id: made.respostas[0]?.id, deletar: true }] })
  await server.call(owner, 'PATCH', url, { descricao: 'Terceira', qtd_max: 3 })
  const entries = await history(`pergunta/${made.id}`)
  const oldest = entries.at(-1)?.id
  const late = await server.call(owner, 'POST', `${url}/restaurar`, { lojaId: store, historico: oldest, version: 1 })
  expect(late.json()).toMatchObject({ error: { code: 'version-conflict', statusCode: 409 } })
  const back = await server.call(owner, 'POST', `${url}/restaurar`, { lojaId: store, historico: oldest, version: 3 })
  expect(back.statusCode).toBe(200)
  expect(back.json()).toMatchObject({ descricao: 'Ponto', qtd_max: 1, version: 4, respostas: [{ nome: 'Mal' }, { nome: 'Bem' }] })
  expect(await history(`pergunta/${made.id}`)).toHaveLength(4)
  const again = await server.call(owner, 'POST', `${url}/restaurar`, { lojaId: store, historico: entries[0]?.id })
  expect(again.json()).toMatchObject({ descricao: 'Terceira', qtd_max: 3, respostas: [{ nome: 'Bem' }] })
  const [action] = (await server.call(owner, 'GET', '/api/atividade?limit=1')).json() as { tipo: string }[]
  expect(action?.tipo).toBe('restaurar')
})

test('a version that breaks a rule of today is refused like any save', async () => {
  const made = await make()
  const other = (
    await server.call(employee, 'POST', `/api/pergunta/${made.id}/restaurar`, { lojaId: store, historico: 999_999 })
  ).json()
  expect(other).toMatchObject({ error: { statusCode: 404 } })
  const refused = await server.call(nobody, 'POST', `/api/pergunta/${made.id}/restaurar`, { lojaId: store, historico: 1 })
  expect(refused.statusCode).toBe(403)
})

test('views are seen by their owner and by those they are shared with', async () => {
  const view = (titulo: string, papel: string, token: string) =>
    server.call(token, 'POST', '/api/vistas', { titulo, papel, recurso: 'produtos', endereco: 'q=x', userId: 999 })
  const own = (await view('Dela', 'so_eu', employee)).json() as { id: number; userId: number }
  await view('Da dona', 'so_eu', owner)
  const shared = (await view('Da equipe', 'funcionarios', owner)).json() as { id: number; version: number }
  const all = (await view('De todos', 'todos', employee)).json() as { id: number }
  const titles = async (token: string) =>
    ((await server.call(token, 'GET', '/api/vistas')).json() as { titulo: string }[]).map(({ titulo }) => titulo)
  expect(await titles(employee)).toEqual(['Da equipe', 'De todos', 'Dela'])
  expect(await titles(owner)).toEqual(['Da dona', 'Da equipe', 'De todos'])
  expect(await titles(nobody)).toEqual(['Da equipe', 'De todos'])
  expect(own.userId).not.toBe(999)
  const change = (token: string, id: number) => server.call(token, 'PATCH', `/api/vistas/${id}`, { titulo: 'Outro' })
  expect((await change(nobody, own.id)).statusCode).toBe(404)
  expect((await change(employee, shared.id)).statusCode).toBe(404)
  expect((await server.call(employee, 'GET', `/api/vistas/${shared.id}`)).statusCode).toBe(200)
  expect((await server.call(owner, 'GET', `/api/vistas/${own.id}`)).statusCode).toBe(404)
  expect((await change(owner, all.id)).statusCode).toBe(200)
  expect((await server.call(nobody, 'DELETE', `/api/vistas/${own.id}?lojaId=${store}`)).statusCode).toBe(404)
})
