import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '../../../src/base/csv.ts'
import { matchHeader } from '../../../src/model/import/header.ts'
import { createRowReader } from '../../../src/model/import/row.ts'
import type { Model } from '../../../src/model/model.ts'
import { readModel } from '../../../src/model/read.ts'
import { recordSchema } from '../../../src/model/schema.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

const contracts = {
  title: 'Contratos',
  type: 'object',
  register: {
    scope: 'store',
    label: 'nome',
    unique: [['nome']],
    access: { all: 'cadastros_ver' },
    rules: [{ rule: "anexo != 'proibido.pdf'", message: 'required', fields: ['anexo'] }],
  },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 20 },
    anexo: { type: 'object', format: 'file', title: 'Anexo', accepts: ['application/pdf'], maxBytes: 2_000 },
  },
  required: ['nome'],
}
const load = {
  title: 'Importar contratos',
  path: '/importarContratos',
  gate: 'logged',
  register: 'contratos_teste',
  key: ['nome'],
  columns: ['nome', 'anexo'],
}

const model = (): Model => {
  const read = readModel([
    ...readDefinitionFiles(),
    { path: 'registers/cadastros/contratos_teste.schema.json', text: JSON.stringify(contracts) },
    { path: 'imports/contratos-teste.json', text: JSON.stringify(load) },
  ])
  expect(read.problems).toEqual([])
  return read.model
}

let server: TestServer
const tokens = { owner: '', stranger: '', blind: '', both: '' }
let store: number
let another: number

beforeAll(async () => {
  server = await openServer(model())
  const [dona, outra, zeca, socia] = [
    await server.addUser('dona@x.br'),
    await server.addUser('outra@x.br'),
    await server.addUser('zeca@x.br'),
    await server.addUser('socia@x.br'),
  ]
  store = await server.addStore('Loja')
  another = await server.addStore('Outra')
  await server.tie(dona, store, { type: 1, email: 'dona@x.br' })
  await server.tie(outra, another, { type: 1, email: 'outra@x.br' })
  await server.tie(zeca, store, { type: 2, email: 'zeca@x.br' })
  for (const each of [store, another]) await server.tie(socia, each, { type: 1, email: 'socia@x.br' })
  tokens.owner = await server.enter('dona@x.br')
  tokens.stranger = await server.enter('outra@x.br')
  tokens.blind = await server.enter('zeca@x.br')
  tokens.both = await server.enter('socia@x.br')
})
afterAll(() => server?.close())

const pdf = Buffer.from('%PDF-1.7\nconteúdo')
const send = (name: string, payload: Buffer, token = tokens.owner, field = 'anexo', lojaId = store) =>
  server.app.inject({
    method: 'POST',
    url: `/api/files?lojaId=${lojaId}&resource=contratos_teste&field=${field}&name=${encodeURIComponent(name)}`,
    headers: { authorization: token, 'content-type': 'application/octet-stream' },
    payload,
  })
const fetched = (url: string, token?: string) =>
  server.app.inject({ url, ...(token === undefined ? {} : { headers: { authorization: token } }) })
const save = async (body: object) =>
  (await server.call(tokens.owner, 'POST', '/api/contratos_teste', { lojaId: store, ...body })).json()

test('a file is sent, saved in a record, read and brought back', async () => {
  const sent = await send('Contrato da Dona Ção.pdf', pdf)
  expect(sent.statusCode, sent.body).toBe(201)
  const anexo = sent.json()
  expect(anexo).toMatchObject({ name: 'Contrato da Dona Ção.pdf', type: 'application/pdf', size: pdf.length })
  expect(await save({ nome: 'Aluguel', anexo })).toMatchObject({ anexo })
  expect(await save({ nome: 'Vazio' })).toMatchObject({ anexo: null })
  const list = (await server.call(tokens.owner, 'GET', '/api/contratos_teste?order=nome')).json()
  expect(list).toMatchObject([
    { nome: 'Aluguel', anexo },
    { nome: 'Vazio', anexo: null },
  ])
  const filled = encodeURIComponent(JSON.stringify({ where: { anexo: { neq: null } } }))
  expect((await server.call(tokens.owner, 'GET', `/api/contratos_teste?filter=${filled}`)).json()).toHaveLength(1)
  const saved = list[0]
  const again = await server.call(tokens.owner, 'PATCH', `/api/contratos_teste/${saved.id}`, { lojaId: store, version: 1, anexo })
  expect(again.json()).toMatchObject({ version: 1 })
  const back = await fetched(anexo.url, tokens.owner)
  expect([back.statusCode, back.rawPayload.equals(pdf)]).toEqual([200, true])
  expect(back.headers['content-disposition']).toBe(
    `attachment; filename="Contrato-da-Dona-Cao.pdf"; filename*=UTF-8''Contrato%20da%20Dona%20%C3%87%C3%A3o.pdf`,
  )
})

test('nobody else reads it: no token, no right to the register, another store', async () => {
  const { url } = (await send('a.pdf', pdf)).json()
  expect((await fetched(url)).statusCode).toBe(401)
  expect((await fetched(url, tokens.blind)).statusCode).toBe(403)
  expect((await fetched(url, tokens.stranger)).statusCode).toBe(403)
  expect((await send('a.pdf', pdf, tokens.stranger)).statusCode).toBe(403)
  expect((await fetched(url.replace('/api/files/', '/files/'))).statusCode).toBe(404)
  expect((await fetched(url.replace(/[0-9a-f-]{36}/, '00000000-0000-4000-8000-000000000000'), tokens.owner)).statusCode).toBe(404)
  const other = url.replace(`/files/${store}/`, `/files/${store + 1}/`)
  expect((await fetched(other, tokens.owner)).statusCode).toBe(403)
  expect((await fetched(other, tokens.stranger)).statusCode).toBe(404)
})

test('what the field may not hold is refused, when it is sent and when it is saved', async () => {
  const code = async (name: string, payload: Buffer, field?: string) =>
    (await send(name, payload, tokens.owner, field)).json().error.code
  expect(await code('a.pdf', Buffer.from('<html>'))).toBe('file-type-invalid')
  expect(await code('a.html', pdf)).toBe('file-type-invalid')
  expect(await code('a.txt', Buffer.from('texto'))).toBe('file-type-refused')
  expect(await code('a.pdf', Buffer.concat([pdf, Buffer.alloc(2_000)]))).toBe('file-too-large')
  expect(await code('a.pdf', pdf, 'nome')).toBe('filter-field-unknown')
  const { error } = await save({
    nome: 'X',
    anexo: { url: 'https://exemplo.com/a.pdf', name: 'a.pdf', type: 'application/pdf', size: 1 },
  })
  expect(error.details[0].code).toBe('file-invalid')
  const forbidden = (await send('proibido.pdf', pdf)).json()
  expect((await save({ nome: 'X', anexo: forbidden })).error.details[0].code).toBe('required')
})

test('a record holds a file as it was sent to its store, and nothing that is only said to be one', async () => {
  const sent = (await send('Aluguel.pdf', pdf)).json()
  const codes = async (anexo: object) =>
    (await save({ nome: 'Falso', anexo })).error?.details.map(({ code }: { code: string }) => code)
  for (const lie of [
    { size: sent.size + 1 },
    { name: 'Outro.pdf' },
    { url: sent.url.replace(/[0-9a-f-]{36}/, '00000000-0000-4000-8000-000000000000') },
    { url: sent.url.replace('Aluguel.pdf', 'Contrato.pdf') },
    { url: sent.url.replace('contratos_teste', 'produtos') },
    { url: `https://exemplo.com${sent.url}` },
    { url: sent.url.replace('/api/files/', '/api/files/../files/') },
    { url: sent.url.replace('Aluguel.pdf', '.sent.json') },
  ])
    expect(await codes({ ...sent, ...lie }), JSON.stringify(lie)).toEqual(['file-invalid'])
  expect(await codes({ ...sent, type: 'text/plain' })).toContain('file-type-refused')
  expect((await fetched(sent.url.replace('Aluguel.pdf', '.sent.json'), tokens.owner)).statusCode).toBe(404)
  expect(await save({ nome: 'Certo', anexo: sent })).toMatchObject({ anexo: sent })
})

test('a file of another store is refused, even from somebody who sees both', async () => {
  const theirs = (await send('Deles.pdf', pdf, tokens.both, 'anexo', another)).json()
  expect(theirs.url).toContain(`/api/files/${another}/`)
  const put = async (lojaId: number, nome: string, anexo: object) =>
    server.call(tokens.both, 'POST', '/api/contratos_teste', { lojaId, nome, anexo })
  const refused = await put(store, 'Emprestado', theirs)
  expect([refused.statusCode, refused.json().error.details]).toMatchObject([422, [{ path: 'anexo', code: 'file-invalid' }]])
  const here = { ...theirs, url: theirs.url.replace(`/files/${another}/`, `/files/${store}/`) }
  expect((await put(store, 'Disfarçado', here)).statusCode).toBe(422)
  expect((await put(another, 'Em casa', theirs)).statusCode).toBe(201)
  const several = await server.call(tokens.both, 'POST', '/api/imports/contratos-teste', {
    lojaId: store,
    rows: [{ nome: 'Importado', anexo: theirs }],
  })
  expect(several.json()).toMatchObject({ rows: [{ status: 'failed' }] })
})

test('files of records name it, imports read it back, and the schema tells its shape', async () => {
  const reply = await server.call(tokens.owner, 'GET', '/api/contratos_teste/exportar?order=nome&columns=nome,anexo')
  const { header, rows } = readCsv(reply.rawPayload)
  expect(rows[0]?.[1]).toMatch(/^Contrato da Dona Ção\.pdf \| application\/pdf \| \d+ \| \/api\/files\//)
  const shop = server.context.service.model()
  const imported = shop.imports['contratos-teste']
  if (!imported) throw new Error('no import')
  const row = createRowReader(shop, imported, matchHeader(imported, header))(['Cópia', rows[0]?.[1] ?? ''], 2)
  const sent = await server.call(tokens.owner, 'POST', '/api/imports/contratos-teste', { lojaId: store, rows: [row.record] })
  expect(sent.json()).toMatchObject({ saved: 1 })
  expect(recordSchema(shop, 'contratos_teste').properties.anexo).toMatchObject({
    type: ['object', 'null'],
    required: ['url', 'name', 'type', 'size'],
  })
})
