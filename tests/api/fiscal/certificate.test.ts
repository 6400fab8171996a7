import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSefaz } from '../../../src/plugins/sefaz/server.ts'
import { type Simulator, startSimulator } from '../../../src/plugins/sefaz/simulator/server.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The store's digital certificate: installed, checked against a simulated authority, taken away; its key never leaves the server. */

let server: TestServer
let simulator: Simulator
const folder = mkdtempSync(join(tmpdir(), 'certificado-'))
const tokens = { dona: '', caixa: '', outra: '' }
const stores = { ours: 0, theirs: 0, bare: 0 }
const shop = { name: 'Padaria da Ana Ltda', cnpj: '11444777000161' }

beforeAll(async () => {
  simulator = await startSimulator({ folder, forgetful: true })
  const root = join(folder, 'root.pem')
  writeFileSync(root, simulator.authority.root)
  server = await openServer(undefined, { plugins: [openSefaz], env: { SEFAZ_URL: simulator.address, SEFAZ_ROOT: root } })
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  await server.context.database.system.query('UPDATE lojas SET cnpj = $2, uf = $3 WHERE "lojaId" = $1', [
    stores.ours,
    shop.cnpj,
    'SP',
  ])
  const person = async (name: keyof typeof tokens, lojaId: number, values: object): Promise<void> => {
    tokens[name] = await server.enterStore(name, lojaId, values)
  }
  await person('dona', stores.ours, { type: 1 })
  await person('caixa', stores.ours, { pdv_relatorios: true })
  await person('outra', stores.theirs, { type: 1 })
})
afterAll(async () => {
  await server?.close()
  await simulator?.close()
  rmSync(folder, { recursive: true })
})

const dataUrl = (file: Uint8Array): string => `data:application/x-pkcs12;base64,${Buffer.from(file).toString('base64')}`
const install = (file: Uint8Array, senha = '1234', token = tokens.dona, lojaId = stores.ours) =>
  server.call(token, 'POST', '/api/Sefaz/uploadCertificado', { lojaId, senha, certificado: dataUrl(file) })
const status = (token = tokens.dona, lojaId = stores.ours) =>
  server.call(token, 'POST', '/api/sefaz/consultaStatusNFe', { lojaId })
const list = async (token: string, lojaId: number): Promise<Record<string, unknown>[]> =>
  JSON.parse((await server.call(token, 'GET', `/api/Loja_certificados?lojaId=${lojaId}`)).body)
const problemOf = async (asked: ReturnType<typeof install>): Promise<[number, string, string]> => {
  const { statusCode, body } = await asked
  const [detail] = JSON.parse(body).error?.details ?? []
  return [statusCode, detail?.path ?? '', detail?.message ?? JSON.parse(body).error?.message ?? '']
}

test('what cannot be a certificate of the store is refused where it is wrong', async () => {
  const { authority } = simulator
  const file = authority.issueFile(shop, '1234')
  expect(await problemOf(install(file, 'errada'))).toEqual([422, 'senha', 'A senha não abre este certificado'])
  expect(await problemOf(install(Buffer.from('texto')))).toEqual([
    422,
    'certificado',
    'O arquivo não é um certificado .pfx que se possa abrir',
  ])
  const expired = await problemOf(install(authority.issueFile(shop, '1234', -3)))
  expect(expired.slice(0, 2)).toEqual([422, 'certificado'])
  expect(expired[2]).toMatch(/^Este certificado venceu em \d\d\/\d\d\/\d{4}$/)
  const stranger = authority.issueFile({ name: 'Outra', cnpj: '45997418000153' }, '1234')
  expect(await problemOf(install(stranger))).toEqual([
    422,
    'certificado',
    'Este certificado é do CNPJ 45997418000153, e não desta empresa',
  ])
  expect((await install(file, '1234', tokens.caixa)).statusCode).toBe(403)
  expect(await problemOf(install(file, '1234', tokens.outra, stores.theirs))).toEqual([
    400,
    '',
    'Preencha o CNPJ no perfil da loja antes de instalar o certificado',
  ])
  expect((await install(file, '1234', tokens.outra, stores.ours)).statusCode).toBeGreaterThanOrEqual(400)
  expect(await list(tokens.dona, stores.ours)).toEqual([])
})

test('it is installed once, replaced by the next, asked about, and uninstalled; nobody sees its key', async () => {
  expect(await problemOf(status())).toEqual([400, '', 'Instale o certificado digital da loja primeiro'])
  expect((await install(simulator.authority.issueFile(shop, '1234'))).statusCode).toBe(200)
  // A branch has the same root of the number.
  expect((await install(simulator.authority.issueFile({ ...shop, cnpj: '11444777000242' }, 'outra'), 'outra')).statusCode).toBe(
    200,
  )
  const [row, ...more] = await list(tokens.dona, stores.ours)
  expect(more).toEqual([])
  expect(row).toMatchObject({ titular: shop.name, cnpj: '11444777000242', cStat: null })
  expect(JSON.stringify(row)).not.toContain('PRIVATE KEY')
  expect(await list(tokens.outra, stores.theirs)).toEqual([])

  const asked = await status()
  expect(JSON.parse(asked.body)).toEqual({ cStat: '107', xMotivo: 'Serviço em Operação', ambiente: 2 })
  expect((await list(tokens.dona, stores.ours))[0]).toMatchObject({ cStat: '107', xMotivo: 'Serviço em Operação' })
  // An issuer in production wants to know whether that works.
  const change = (ambiente_fiscal: number) =>
    server.call(tokens.dona, 'POST', '/api/loja_perfil/updateAttributes', {
      lojaId: stores.ours,
      id: stores.ours,
      ambiente_fiscal,
    })
  await change(1)
  expect(JSON.parse((await status()).body)).toMatchObject({ cStat: '107', ambiente: 1 })
  await change(2)
  simulator.set({ pause: '109' })
  expect(JSON.parse((await status()).body).cStat).toBe('109')
  simulator.set({ pause: null, faults: [{ kind: 'malformed', times: 1 }] })
  expect(await problemOf(status())).toEqual([424, '', 'A SEFAZ não respondeu. Tente de novo em instantes.'])
  await simulator.shut()
  expect((await status()).statusCode).toBe(424)
  await simulator.open()

  const stored = await server.context.database.system.query<{ all: string }>(
    'SELECT row_to_json(c)::text AS all FROM "Loja_certificados" c',
  )
  expect(stored.rows[0]?.all).not.toContain('PRIVATE KEY')
  const history = await server.context.database.system.query<{ all: string }>('SELECT json_agg(h)::text AS all FROM user_logs h')
  expect(history.rows[0]?.all).not.toContain('PRIVATE KEY')
  expect(server.logged.join('\n')).not.toContain('PRIVATE KEY')

  const gone = await server.call(tokens.dona, 'DELETE', `/api/Loja_certificados/del?lojaId=${stores.ours}&id=${row?.id}`)
  expect(gone.statusCode).toBe(200)
  expect(await list(tokens.dona, stores.ours)).toEqual([])
})

test('two who install at once leave one certificate', async () => {
  const file = simulator.authority.issueFile(shop, '1234')
  const both = await Promise.all([install(file), install(file)])
  expect(both.map(one => one.statusCode)).toEqual([200, 200])
  expect(await list(tokens.dona, stores.ours)).toHaveLength(1)
})
