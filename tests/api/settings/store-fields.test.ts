import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '../../../src/base/csv.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The names that a store gives its fields, and the values with which its new records begin. */

let server: TestServer
const tokens = { dona: '', nomeia: '', cozinha: '', vizinha: '' }
const stores = { ours: 0, theirs: 0 }

beforeAll(async () => {
  server = await openServer()
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  const cook = { cardapio_ver: true, cardapio_criar: true, cardapio_editar: true, cadastros_ver: true, custos_ver: true }
  tokens.dona = await server.enterStore('dona', stores.ours, { type: 1 })
  tokens.nomeia = await server.enterStore('nomeia', stores.ours, { campos_gerir: true })
  tokens.cozinha = await server.enterStore('cozinha', stores.ours, cook)
  tokens.vizinha = await server.enterStore('vizinha', stores.theirs, { type: 1 })
})
afterAll(() => server?.close())

const tax = { nome: 'Padrão', icms_cst: '102', pis_cst: '49', cofins_cst: '49', cfop_estadual: '5102' }

type Name = keyof typeof tokens

const as = (who: Name) => (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const lojaId = who === 'vizinha' ? stores.theirs : stores.ours
  const url = `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${lojaId}`
  return server.call(tokens[who], method, url, body && { lojaId, ...body })
}
const set = async (body: object, who: Name = 'dona') => {
  const reply = await as(who)('POST', 'Loja_campos', body)
  return { status: reply.statusCode, body: reply.json() }
}
const details = (reply: Awaited<ReturnType<typeof set>>) =>
  reply.body.error.details.map(({ path, message }: { path: string; message: string }) => [path, message])
const fieldsOf = async (who: Name) => (await as(who)('GET', 'model')).json().fields
const group = async (nome: string, who: Name = 'dona'): Promise<number> => (await as(who)('POST', 'grupos', { nome })).json().id

test('a store that set nothing has nothing more in its reply, and no other text', async () => {
  expect(await fieldsOf('dona')).toBeUndefined()
})

test('names reach everybody of the store at once: errors, files, the history; the names of JSON fields stay', async () => {
  const before = (await as('cozinha')('GET', 'model')).headers.etag
  expect(await set({ registro: 'grupos', campo: 'nome', titulo: 'Seção' })).toMatchObject({
    status: 201,
    body: { campo_nome: 'Nome', inicial_nome: null },
  })
  expect(await fieldsOf('cozinha')).toEqual([{ registro: 'grupos', campo: 'nome', titulo: 'Seção' }])
  expect((await as('cozinha')('GET', 'model')).headers.etag).not.toBe(before)
  const refused = await as('cozinha')('POST', 'grupos', { nome: 'x'.repeat(300) })
  expect([refused.statusCode, refused.json().error.details[0].path]).toEqual([422, 'nome'])
  const empty = await as('cozinha')('POST', 'grupos', {})
  expect(JSON.stringify(empty.json().error.details)).toContain('nome')
  const id = await group('Bebidas', 'cozinha')
  const file = readCsv((await as('cozinha')('GET', 'grupos/exportar?columns=nome')).rawPayload)
  expect(file.header).toEqual(['Seção'])
  await as('cozinha')('PATCH', `grupos/${id}`, { nome: 'Drinks' })
  const history = (await as('cozinha')('GET', `grupos/${id}/historico`)).json()
  expect(JSON.stringify(history[0].changes)).toContain('Seção')
})

test('another store sees and has nothing of it', async () => {
  expect(await fieldsOf('vizinha')).toBeUndefined()
  expect((await as('vizinha')('GET', 'Loja_campos/list')).json()).toEqual([])
  await group('Massas', 'vizinha')
  expect(readCsv((await as('vizinha')('GET', 'grupos/exportar?columns=nome')).rawPayload).header).toEqual(['Nome'])
  const theirs = await server.call(tokens.vizinha, 'POST', '/api/Loja_campos', {
    lojaId: stores.ours,
    registro: 'grupos',
    campo: 'ordem',
    titulo: 'x',
  })
  expect(theirs.statusCode).toBe(403)
})

let product: (who: Name, body: object) => Promise<{ status: number; body: Record<string, unknown> }>

test('new records begin with the initial values where a save says nothing of the field, and keep what it says', async () => {
  const rest = async (who: Name) => ({
    preco_vnd_prod: 10,
    preco_cst_prod: 1,
    appPreco: 10,
    ncmId: '21069090',
    unidadeId: (await as(who)('POST', 'unidades', { nome: 'UN' })).json().id,
    impostoId: (await as(who)('POST', 'impostos', tax)).json().id,
  })
  await server.context.database.system.query(`INSERT INTO ncms (id, descricao, tipo) VALUES ('21069090', 'Outras', 0)`)
  const known = { dona: await rest('dona'), vizinha: await rest('vizinha') }
  let code = 0
  product = async (who, body) => {
    code += 1
    const own = known[who === 'vizinha' ? 'vizinha' : 'dona']
    const reply = await as(who)('POST', 'produtos', { cod_prod: code, desc_prod: `Prato ${code}`, ...own, ...body })
    return { status: reply.statusCode, body: reply.json() }
  }
  const id = await group('Pratos')
  expect(await set({ registro: 'produtos', campo: 'grupoId', inicial: String(id) })).toMatchObject({
    status: 201,
    body: { campo_nome: 'Grupo', inicial_nome: 'Pratos' },
  })
  expect(await set({ registro: 'produtos', campo: 'tam_emb_prod', inicial: '"Da casa"' })).toMatchObject({ status: 201 })
  expect(await product('cozinha', {})).toMatchObject({ status: 201, body: { grupoId: id, tam_emb_prod: 'Da casa' } })
  expect(await product('cozinha', { tam_emb_prod: null })).toMatchObject({
    status: 201,
    body: { grupoId: id, tam_emb_prod: null },
  })
  const theirs = await group('Saladas', 'vizinha')
  expect(await product('vizinha', { grupoId: theirs })).toMatchObject({
    status: 201,
    body: { grupoId: theirs, tam_emb_prod: null },
  })
  expect((await product('vizinha', {})).status).toBe(422)
})

test('an import takes empty cells for the initial values, and a heading by the name of the store', async () => {
  const rows = [{ cod_prod: 900, desc_prod: 'Sopa', preco_vnd_prod: 12, imposto: 'Padrão', ncmId: '21069090' }]
  const saved = await as('dona')('POST', 'imports/produtos-importar', { rows })
  expect(saved.json()).toMatchObject({ saved: 1, failed: 0 })
  const [found] = (
    await as('dona')('GET', `produtos/list?filter=${encodeURIComponent(JSON.stringify({ where: { cod_prod: 900 } }))}`)
  ).json()
  const pratos = await as('dona')(
    'GET',
    `grupos/list?filter=${encodeURIComponent(JSON.stringify({ where: { nome: 'Pratos' } }))}`,
  )
  expect(found).toMatchObject({ desc_prod: 'Sopa', tam_emb_prod: 'Da casa', grupoId: pratos.json()[0].id })
})

test('rows of a list begin with their initial values, too', async () => {
  expect(await set({ registro: 'grupos.disponibilidades', campo: 'inicio', inicial: '"08:00"' })).toMatchObject({ status: 201 })
})

test('what a field itself would refuse is refused, with its name', async () => {
  const refused = async (body: object) => {
    const reply = await set(body)
    return [reply.status, ...details(reply)]
  }
  expect(await refused({ registro: 'produtos', campo: 'tam_emb_prod', inicial: '"12345678901"' })).toEqual([
    422,
    ['inicial', expect.stringContaining('10')],
  ])
  expect((await refused({ registro: 'produtos', campo: 'orig', inicial: '77' }))[0]).toBe(422)
  expect(await refused({ registro: 'produtos', campo: 'unidadeId', inicial: '999999' })).toEqual([
    422,
    ['inicial', 'Valor inicial de Unidade: este registro não existe mais'],
  ])
  expect(await refused({ registro: 'produtos', campo: 'cod_prod', inicial: '5' })).toEqual([
    422,
    ['inicial', expect.stringContaining('não recebe valor inicial')],
  ])
  expect(await refused({ registro: 'produtos', campo: 'ncmId', titulo: 'Código do fisco' })).toEqual([
    422,
    ['titulo', 'O campo NCM mantém o nome do sistema e só recebe valor inicial'],
  ])
  for (const campo of ['lojaId', 'combo', 'nada', 'constructor', '__proto__'])
    expect((await refused({ registro: 'produtos', campo, titulo: 'x' }))[0]).toBe(422)
  for (const registro of ['papeis', 'Loja_campos', 'nada', '__proto__', 'lojas'])
    expect((await refused({ registro, campo: 'nome', titulo: 'x' }))[0]).toBe(422)
  expect((await refused({ registro: 'grupos', campo: 'cor' }))[0]).toBe(422)
  expect((await refused({ registro: 'grupos', campo: 'cor', titulo: 'x'.repeat(41) }))[0]).toBe(422)
  expect((await refused({ registro: 'grupos', campo: 'nome', titulo: 'Outra vez' }))[0]).toBe(422)
})

test('a record that was removed and a value that is none any more are passed over, and the reply says so', async () => {
  const id = await group('Passageiro')
  const row = await set({ registro: 'produtos', campo: 'impressoraId', inicial: '1' })
  expect(row.status).toBe(422)
  const { body } = await set({ registro: 'grupos', campo: 'paiId', inicial: String(id) })
  expect(body.inicial_nome).toBe('Passageiro')
  await as('dona')('DELETE', `grupos/${id}`)
  expect(await fieldsOf('cozinha')).toContainEqual({ registro: 'grupos', campo: 'paiId', inicial: String(id), invalido: true })
  const made = await as('cozinha')('POST', 'grupos', { nome: 'Depois' })
  expect([made.statusCode, made.json().paiId]).toEqual([201, null])
  await server.context.database.system.query(`UPDATE "Loja_campos" SET inicial = '"12345678901234"' WHERE campo = 'tam_emb_prod'`)
  server.context.access.forget()
  expect(await product('cozinha', {})).toMatchObject({ status: 201, body: { tam_emb_prod: null } })
})

test('the list marks rows whose initial value is none any more, or whose field is gone', async () => {
  await server.context.database.system.query(
    `INSERT INTO "Loja_campos" ("lojaId", registro, campo, titulo, campo_nome) VALUES ($1, 'grupos', 'sumiu', 'x', 'Sumiu')`,
    [stores.ours],
  )
  server.context.access.forget()
  const rows: { campo: string; situacao: string | null }[] = (await as('dona')('GET', 'Loja_campos/list')).json()
  const states = Object.fromEntries(rows.map(({ campo, situacao }) => [campo, situacao]))
  expect(states).toMatchObject({ paiId: 'INVALIDO', tam_emb_prod: 'INVALIDO', sumiu: 'SEM_EFEITO', grupoId: null, nome: null })
  const file = (await as('dona')('GET', 'Loja_campos/exportar?columns=campo_nome,situacao')).payload
  expect(file).toContain('Valor inicial não vale mais')
  await server.context.database.system.query(`DELETE FROM "Loja_campos" WHERE campo = 'sumiu'`)
  server.context.access.forget()
})

test('a report says the name of the store where its column has the name of a field, and another store reads the usual one', async () => {
  await set({ registro: 'produtos', campo: 'validade', titulo: 'Consumir até' })
  await set({ registro: 'produtos', campo: 'desc_prod', titulo: 'Prato' })
  const titles = async (who: Name): Promise<readonly string[]> =>
    readCsv((await as(who)('GET', 'Relatorio/estoque/saldos?format=csv&part=array')).rawPayload).header
  const usual = await titles('vizinha')
  expect(usual).toContain('Validade')
  expect(await titles('dona')).toEqual(usual.map(title => (title === 'Validade' ? 'Consumir até' : title)))
  expect(await titles('vizinha')).toEqual(usual)
})

test('who has the permission sets fields, who lacks it does not, and a removed row gives the name of the system back', async () => {
  expect((await set({ registro: 'grupos', campo: 'cor', titulo: 'Tinta' }, 'nomeia')).status).toBe(201)
  expect((await set({ registro: 'grupos', campo: 'ordem', titulo: 'Lugar' }, 'cozinha')).status).toBe(403)
  expect((await as('cozinha')('GET', 'Loja_campos/list')).statusCode).toBe(403)
  for (const { id } of (await as('dona')('GET', 'Loja_campos/list')).json())
    expect((await as('dona')('DELETE', `Loja_campos/${id}`)).statusCode).toBe(200)
  expect(await fieldsOf('cozinha')).toBeUndefined()
  expect(readCsv((await as('cozinha')('GET', 'grupos/exportar?columns=nome')).rawPayload).header).toEqual(['Nome'])
})
