import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { restoreBackup } from '../../../src/server/backup/restoreBackup.ts'
import { writeBackup } from '../../../src/server/backup/writeBackup.ts'
import { secretsOfInstallation } from '../../../src/server/database/secret.ts'
import { removeUnusedFiles } from '../../../src/server/features/cleanup/storedFiles.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { type FileStorage, fileTrees } from '../../../src/server/storage/fileStorage.ts'
import { openFileStorage } from '../../../src/server/storage/openFileStorage.ts'
import { type BucketServer, openBucketServer } from '../fixtures/bucketServer.ts'
import { scratchDatabase } from '../fixtures/scratchDatabase.ts'
import { removeFolder, scratchFolder } from '../fixtures/serverProcess.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

const contracts = {
  title: 'Contratos',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'cadastros_ver' } },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 20 },
    foto: { type: 'string', format: 'image', title: 'Foto' },
    anexo: { type: 'object', format: 'file', title: 'Anexo' },
  },
  required: ['nome'],
}

const folder = scratchFolder()
let bucket: BucketServer
let storage: FileStorage
let server: TestServer
let ours = 0
const tokens = { owner: '', stranger: '' }

beforeAll(async () => {
  bucket = await openBucketServer()
  storage = await openFileStorage('', bucket.env)
  const text = JSON.stringify(contracts)
  const { model } = readModel([...readDefinitionFiles(), { path: 'registers/cadastros/contratos_teste.schema.json', text }])
  server = await openServer(model, { files: storage })
  ours = await server.addStore('Loja')
  tokens.owner = await server.enterStore('dona', ours, { type: 1 })
  tokens.stranger = await server.enterStore('outra', await server.addStore('Outra'), { type: 1 })
})
afterAll(async () => {
  await server?.close()
  await bucket?.close()
  removeFolder(folder)
})

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)])
const pdf = Buffer.from('%PDF-1.7\nconteúdo')
const send = (name: string, payload: Buffer, more = '') =>
  server.app.inject({
    method: 'POST',
    url: `/api/files?lojaId=${ours}&resource=contratos_teste&name=${name}${more}`,
    headers: { authorization: tokens.owner, 'content-type': 'application/octet-stream' },
    payload,
  })
const fetched = (url: string, token = '') => server.app.inject({ url, headers: { authorization: token } })
const save = (body: object) => server.call(tokens.owner, 'POST', '/api/contratos_teste', { lojaId: ours, ...body })
const keysOf = async (from: FileStorage): Promise<string[]> => {
  const keys: string[] = []
  for (const tree of fileTrees) for await (const { key } of from.list(tree)) keys.push(key)
  return keys
}

test('pictures and attachments live in the bucket, and are given to whom they are given from a folder', async () => {
  const picture = (await send('pao.png', png)).json().url
  const anexo = (await send('Contrato.pdf', pdf, '&field=anexo')).json()
  const saved = await save({ nome: 'Aluguel', foto: picture, anexo })
  expect([saved.statusCode, saved.json()]).toMatchObject([201, { foto: picture, anexo }])
  const shown = await fetched(picture)
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(png)]).toEqual([200, 'image/png', true])
  expect(shown.headers['cache-control']).toContain('immutable')
  const back = await fetched(anexo.url, tokens.owner)
  expect([back.statusCode, back.rawPayload.equals(pdf), back.headers['content-length']]).toEqual([200, true, String(pdf.length)])
  expect((await fetched(anexo.url)).statusCode).toBe(401)
  expect((await fetched(anexo.url, tokens.stranger)).statusCode).toBe(403)
  expect((await keysOf(storage)).every(key => key.split('/')[1] === String(ours))).toBe(true)
  for (const tree of fileTrees) expect(existsSync(join(server.context.service.dataDir, tree))).toBe(false)
})

test('no address leads out of where pictures are', async () => {
  const anexo: string = (await send('Segredo.pdf', pdf, '&field=anexo')).json().url
  const place = anexo.replace('/api/files/', '')
  for (const url of [
    `/files/${place}`,
    `/files/..%2fattachments%2f${encodeURIComponent(place)}`,
    `/files/${ours}/%2e%2e/%2e%2e/attachments/${place}`,
    `/files/..%5cattachments%5c${place}`,
    `/files//${place}`,
    '/files/',
  ])
    expect((await fetched(url, tokens.owner)).statusCode, url).toBe(404)
  await expect(storage.keep('files/../chave', png)).rejects.toThrow('No key of a file')
  await expect(storage.read('secret.key')).rejects.toThrow('No key of a file')
})

test('while the bucket is away that is said, nothing is half-written, and the rest goes on', async () => {
  const anexo = (await send('Antes.pdf', pdf, '&field=anexo')).json()
  const picture = (await send('antes.png', png)).json().url
  const before = await keysOf(storage)
  await bucket.stop()
  for (const reply of [
    await send('pao.png', png),
    await send('b.pdf', pdf, '&field=anexo'),
    await fetched(picture),
    await fetched(anexo.url, tokens.owner),
    await save({ nome: 'Com anexo', anexo }),
  ])
    expect([reply.statusCode, reply.json().error]).toMatchObject([
      503,
      { code: 'files-unavailable', message: expect.stringContaining('O armazenamento de arquivos não respondeu') },
    ])
  expect((await save({ nome: 'Sem anexo' })).statusCode).toBe(201)
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  await bucket.start()
  expect(await keysOf(storage)).toEqual(before)
  const names = (await server.call(tokens.owner, 'GET', '/api/contratos_teste?order=nome')).json()
  expect(names.map(({ nome }: { nome: string }) => nome)).toEqual(['Aluguel', 'Sem anexo'])
  expect((await save({ nome: 'Com anexo', anexo })).statusCode).toBe(201)
})

test('wrong keys are told as such to the log alone, without the keys', async () => {
  const secret = 'chave-que-ninguem-le'
  const wrong = await openFileStorage('', { ...bucket.env, S3_SECRET_ACCESS_KEY: secret })
  const error = await wrong.keep('files/1/a/b/c.png', png).catch(found => found)
  expect(error).toMatchObject({ statusCode: 503, code: 'files-unavailable' })
  expect(String(error.cause)).toContain('SignatureDoesNotMatch')
  expect(JSON.stringify([error, error.stack, String(error.cause), error.cause])).not.toContain(secret)
  expect(await storage.size('files/1/a/b/c.png')).toBe(undefined)
})

test('a copy holds what is in the bucket, and is restored into another', async () => {
  const scratch = await scratchDatabase()
  try {
    const file = join(folder, 'copia.tar.gz')
    const { dataDir, database } = { ...server.context.service, database: server.context.database }
    const { files } = await writeBackup({ url: database.url, dataDir, files: storage }, file)
    const keys = await keysOf(storage)
    expect(files.count).toBe(keys.length)
    const other = await openFileStorage('', { ...bucket.env, S3_URL: bucket.env.S3_URL?.replace(/loja$/, 'outra') ?? '' })
    expect(await keysOf(other)).toEqual([])
    await restoreBackup({ url: scratch.url, files: other, opening: { secrets: secretsOfInstallation(dataDir) } }, file)
    expect(await keysOf(other)).toEqual(keys)
    for (const key of keys) expect(await other.read(key)).toEqual(await storage.read(key))
  } finally {
    await scratch.drop()
  }
})

test('what nothing names goes from the bucket as well, and only that', async () => {
  const lost: string = (await send('sobra.png', png)).json().url
  const named = (await server.call(tokens.owner, 'GET', '/api/contratos_teste?order=nome')).json()[0]
  const inForty = Date.now() + 40 * 86_400_000
  expect(await removeUnusedFiles(server.context.service, Date.now())).toBe(0)
  expect(await removeUnusedFiles(server.context.service, inForty)).toBeGreaterThan(0)
  expect((await fetched(lost)).statusCode).toBe(404)
  expect((await fetched(named.foto)).statusCode).toBe(200)
  expect((await fetched(named.anexo.url, tokens.owner)).statusCode).toBe(200)
})

test('files of a data folder are brought into the bucket by a command that may be repeated', async () => {
  const data = join(folder, 'data')
  const [picture, note] = ['files/1/produtos/x/pao.png', 'attachments/1/contas/y/.sent.json'] as const
  for (const key of [picture, note, 'files/1/produtos/x/.meia.png.part']) {
    mkdirSync(dirname(join(data, key)), { recursive: true })
    writeFileSync(join(data, key), key)
  }
  const env = { ...process.env, ...bucket.env, DATA_DIR: data, S3_URL: `${bucket.env.S3_URL}-nova` }
  const upload = async (): Promise<string> =>
    (await promisify(execFile)(process.execPath, ['scripts/release/uploadFiles.ts'], { env })).stdout
  expect(await upload()).toContain('2 files sent, 0 were there already.')
  expect(await upload()).toContain('0 files sent, 2 were there already.')
  const nova = await openFileStorage('', env)
  expect(await keysOf(nova)).toEqual([picture, note])
  expect(String(await nova.read(picture))).toBe(picture)
})
