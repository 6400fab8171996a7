import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from './fixtures/testServer.ts'

let server: TestServer
let owner: string
let employee: string
let store: number
let ana: number

beforeAll(async () => {
  server = await openServer()
  const dona = await server.addUser('dona@x.br')
  ana = await server.addUser('ana@x.br', { nome: 'Ana' })
  store = await server.addStore('Loja')
  await server.tie(dona, store, { type: 1, email: 'dona@x.br' })
  await server.tie(ana, store, { type: 2, email: 'ana@x.br', cardapio_ver: true })
  owner = await server.enter('dona@x.br')
  employee = await server.enter('ana@x.br')
})
afterAll(() => server?.close())

interface Reply {
  aberta: boolean
  alvo: { nome: string; papel: string }
  itens: { tipo: string; nome: string; motivo: string; regra: string | null; falta: { nome: string }[] }[]
}

const ask = async (query: string, token = owner) => {
  const reply = await server.call(token, 'GET', `/api/explicar?${query}`)
  return { status: reply.statusCode, ...(reply.json() as Reply) }
}

test('names the flag that is missing for each act, in words', async () => {
  const { aberta, alvo, itens } = await ask(`userId=${ana}&caminho=/produtos`)
  expect([aberta, alvo]).toEqual([true, { userId: ana, nome: 'Ana', papel: 'funcionario' }])
  expect(itens).toContainEqual(
    expect.objectContaining({
      tipo: 'ato',
      nome: 'remove',
      regra: 'cardapio_excluir',
      motivo: 'Falta a permissão “Excluir do cardápio”.',
      falta: [{ tipo: 'flag', nome: 'cardapio_excluir', titulo: 'Excluir do cardápio' }],
    }),
  )
  const closed = await ask(`userId=${ana}&caminho=/unidades`)
  expect(closed.aberta).toBe(false)
  expect(closed.itens.map(({ tipo }) => tipo)).toEqual(expect.arrayContaining(['tela', 'menu', 'ato']))
})

test('explains a role in place of a user, and a record', async () => {
  expect((await ask('papel=funcionario&flags=cadastros_ver&caminho=/unidades')).aberta).toBe(true)
  expect((await ask('papel=proprietario&caminho=/ncms')).itens).toContainEqual(
    expect.objectContaining({ tipo: 'ato', motivo: 'Falta ser administrador da plataforma.' }),
  )
  const missing = await ask(`userId=${ana}&caminho=/produtos/999999`)
  expect(missing.itens).toContainEqual(
    expect.objectContaining({ tipo: 'registro', motivo: expect.stringMatching(/não existe nesta loja/) }),
  )
  const made = await server.call(owner, 'POST', '/api/vistas', { titulo: 'Minha', recurso: 'produtos', papel: 'so_eu' })
  const others = await ask(`userId=${ana}&caminho=/vistas/${made.json().id}`)
  expect(others.itens).toContainEqual(
    expect.objectContaining({ tipo: 'registro', motivo: expect.stringMatching(/outra pessoa/) }),
  )
  const partner = await server.call(owner, 'POST', '/api/parceiros', { nome_fantasia: 'Zé', funcionario: true, usuario_pdv: 5 })
  const record = await ask(`userId=${ana}&caminho=/parceiros/${partner.json().id}/dados`)
  expect(record.itens).toContainEqual(expect.objectContaining({ tipo: 'campo', nome: 'credito_ativo', regra: 'cliente' }))
})

test('explains a report, also one that stands below the address of a register', async () => {
  for (const [path, flag] of [
    ['/relatorio/CURVA-abc', 'pdv_relatorios'],
    ['/Conta/analise-contas-pagas', 'contas_relatorios'],
  ]) {
    expect((await ask(`papel=funcionario&flags=${flag}&caminho=${path}`)).aberta).toBe(true)
    const closed = await ask(`papel=funcionario&caminho=${path}`)
    expect(closed.aberta).toBe(false)
    expect(closed.itens).toContainEqual(expect.objectContaining({ tipo: 'tela', regra: flag }))
  }
})

test('every screen of the menu can be explained', async () => {
  const { menu } = server.context.service.model()
  for (const { path } of menu.flatMap(group => group.items)) {
    const { status, itens } = await ask(`papel=funcionario&caminho=${encodeURIComponent(path)}`)
    if (status === 404) continue
    expect([path, status]).toEqual([path, 200])
    for (const { motivo } of itens) expect(motivo).toMatch(/^[A-ZÀ-Ú].*\.$/)
  }
})

test('is for owner and administrator, about people of the store', async () => {
  expect((await ask('papel=funcionario&caminho=/produtos', employee)).status).toBe(403)
  const stranger = await server.addUser('longe@x.br')
  expect((await ask(`userId=${stranger}&caminho=/produtos`)).status).toBe(404)
  expect((await ask('papel=funcionario&caminho=/nada/disso')).status).toBe(404)
  const reply = await server.call(owner, 'GET', `/api/explicar/direitos?userId=${ana}`)
  expect(reply.json()).toMatchObject({ rights: { cardapio_ver: true, cardapio_excluir: false, owner: false } })
})

test('an address that does not open tells anybody what to ask the owner for', async () => {
  const own = async (path: string, token = employee) =>
    (await server.call(token, 'GET', `/api/explicar/acesso?caminho=${path}`)).json() as unknown
  expect(await own('/produtos/create')).toMatchObject({ fechada: 'Produtos', pedir: 'a permissão “Criar no cardápio”' })
  expect(await own('/unidades')).toMatchObject({ fechada: 'Unidades', pedir: expect.stringMatching(/^a permissão “/) })
  // An owner is asked for nothing that no owner can give.
  expect(await own('/por-que')).toMatchObject({ pedir: null, motivo: 'Falta ser proprietário da loja.' })
  const nothing = { fechada: null, motivo: null, pedir: null }
  for (const path of ['/produtos', '/nada', '/IFood_oauth']) expect(await own(path)).toEqual(nothing)
  expect(await own('/produtos/create', owner)).toEqual(nothing)
})
