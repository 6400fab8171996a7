import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openCep } from '../../src/plugins/cep/server.ts'
import { stubCepAnswer } from '../../src/plugins/cep/stubServer.ts'
import { openCnpj } from '../../src/plugins/cnpj/server.ts'
import { stubCnpj, stubCnpjAnswer } from '../../src/plugins/cnpj/stubServer.ts'
import { openDeliveryApp } from '../../src/plugins/deliveryApp/server.ts'
import { createStubDatabase } from '../../src/plugins/deliveryApp/stubServer.ts'
import { openEan } from '../../src/plugins/ean/server.ts'
import { stubEanAnswer } from '../../src/plugins/ean/stubServer.ts'
import { imageTypeOf } from '../../src/server/files/image.ts'
import { type StubBehaviour, type StubServer, startStubServer } from '../../src/server/integrations/stubServer.ts'
import { openServer, type TestServer } from './fixtures/testServer.ts'

let server: TestServer
const there = {} as Record<'cep' | 'cnpj' | 'ean' | 'app', StubServer>
const tokens = { dona: '', cozinha: '', caixa: '', outra: '' }
const stores = { ours: 0, theirs: 0 }

beforeAll(async () => {
  there.cep = await startStubServer(stubCepAnswer)
  there.cnpj = await startStubServer(stubCnpjAnswer)
  there.ean = await startStubServer(asked => stubEanAnswer(asked, there.ean.address))
  there.app = await startStubServer(createStubDatabase())
  server = await openServer(undefined, {
    plugins: [openCep, openCnpj, openEan, openDeliveryApp],
    env: {
      CEP_URL: there.cep.address,
      CNPJ_URL: there.cnpj.address,
      EAN_URL: there.ean.address,
      EAN_KEY: 'chave-do-ean',
      DELIVERY_APP_URL: there.app.address,
      DELIVERY_APP_KEY: 'chave-do-app',
    },
  })
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  const person = async (name: keyof typeof tokens, lojaId: number, values: object): Promise<void> => {
    tokens[name] = await server.enterStore(name, lojaId, values)
  }
  await person('dona', stores.ours, { type: 1 })
  await person('cozinha', stores.ours, { cardapio_ver: true, cardapio_editar: true })
  await person('caixa', stores.ours, { cardapio_ver: true })
  await person('outra', stores.theirs, { type: 1 })
})
afterAll(async () => {
  await server?.close()
  await Promise.all(Object.values(there).map(one => one.close()))
})
afterEach(() => {
  for (const one of Object.values(there)) one.behaviour = 'normal'
})

const get = (url: string, token = tokens.dona) => server.call(token, 'GET', `/api/${url}`)
const said = async (asked: ReturnType<TestServer['call']>): Promise<[number, string]> => {
  const { statusCode, body } = await asked
  return [statusCode, JSON.parse(body).error?.message ?? '']
}
/** The circuit of a service that was made to fail closes again with its first answer after the rest. */
const bad: StubBehaviour[] = ['unreachable', 'failing', 'malformed', 'too-large', 'redirecting']

describe('CEP', () => {
  test('an address, also without a session, in any spelling of the call', async () => {
    const address = { cep: '01001-000', localidade: 'São Paulo', uf: 'SP', ibge: '3550308' }
    const reply = await server.app.inject({ method: 'GET', url: '/api/Apps/buscaCEP/01001-000' })
    expect([reply.statusCode, reply.json()]).toEqual([200, expect.objectContaining(address)])
    expect(Object.keys(reply.json()).sort()).toEqual(['bairro', 'cep', 'ibge', 'localidade', 'logradouro', 'uf'])
    expect((await get('apps/buscacep/01001000')).json()).toMatchObject(address)
  })

  test('what is no CEP goes nowhere', async () => {
    const before = there.cep.requests.length
    for (const cep of ['123', '..%2F..%2Fetc', '01001000%2Fjson', 'abcdefgh'])
      expect((await get(`Apps/buscaCEP/${cep}`)).statusCode).toBe(422)
    expect(there.cep.requests).toHaveLength(before)
  })

  test('one that does not exist', async () => {
    expect(await said(get('Apps/buscaCEP/99999999'))).toEqual([404, 'CEP 99999999 não encontrado'])
  })

  test('a slow service is given up after a second', async () => {
    there.cep.behaviour = 'slow'
    const started = Date.now()
    expect(await said(get('Apps/buscaCEP/80010010'))).toEqual([424, 'Serviço de pesquisa de CEP indisponível no momento.'])
    expect(Date.now() - started).toBeGreaterThanOrEqual(990)
  })

  test.each(bad)('%s', async mood => {
    there.cep.behaviour = mood
    expect(await said(get('Apps/buscaCEP/80010010'))).toEqual([424, 'Serviço de pesquisa de CEP indisponível no momento.'])
  })

  test('so many calls in a minute', async () => {
    const replies = await Promise.all(
      Array.from({ length: 70 }, () =>
        server.app.inject({ method: 'GET', url: '/api/Apps/buscaCEP/x', remoteAddress: '10.9.9.9' }),
      ),
    )
    expect(replies.filter(reply => reply.statusCode === 429)).toHaveLength(10)
  })
})

describe('CNPJ', () => {
  test('a company in the words of our registers', async () => {
    const reply = await get(`Apps/buscaCNPJ/${stubCnpj}`)
    expect(reply.json()).toMatchObject({
      cnpj: stubCnpj,
      razao_social: expect.stringMatching(/\w/),
      numero: expect.stringMatching(/^\d+$/),
    })
    expect(reply.json().email).toMatch(/@/)
  })

  test('refusals', async () => {
    expect((await get(`Apps/buscaCNPJ/${stubCnpj}`, 'nenhuma')).statusCode).toBe(401)
    expect(await said(get('Apps/buscaCNPJ/11222333000182'))).toEqual([422, 'CNPJ inválido'])
    expect(await said(get('Apps/buscaCNPJ/00000000000191'))).toEqual([404, 'CNPJ 00000000000191 não encontrado na Receita.'])
    there.cnpj.behaviour = 'malformed'
    expect(await said(get(`Apps/buscaCNPJ/${stubCnpj}`))).toEqual([
      424,
      'Não foi possível consultar este CNPJ. Preencha os dados.',
    ])
  })
})

describe('EAN', () => {
  const ean = '7891234500014'
  const url = (code: string): string => `produtos/consultaEAN?lojaId=${stores.ours}&ean=${code}`

  test('name, tax code that we have, and a photo among our files', async () => {
    await server.context.database.system.query(
      `INSERT INTO ncms (id, descricao, tipo, nacional, importado, estadual, municipal) VALUES ('22021000', 'Refrigerantes', 0, 1, 1, 1, 1)`,
    )
    const reply = await get(url(ean))
    expect(reply.json()).toMatchObject({
      ean,
      desc_prod: 'REFRIGERANTE COLA SERRA ALTA LATA 350ML',
      ncmId: '22021000',
      cestId: '',
    })
    const { fotoUrl } = reply.json()
    expect(fotoUrl).toBe(`/files/${stores.ours}/produtos/ean-${ean}/foto.png`)
    const photo = await server.app.inject({ method: 'GET', url: fotoUrl })
    expect(imageTypeOf(photo.rawPayload)?.type).toBe('image/png')
    expect(there.ean.requests.at(-2)?.headers['x-cosmos-token']).toBe('chave-do-ean')
    expect(there.ean.requests.at(-1)?.headers['x-cosmos-token']).toBeUndefined()
  })

  test('a code of the shop itself asks nobody', async () => {
    const before = there.ean.requests.length
    expect((await get(url('10000001'))).statusCode).toBe(404)
    expect((await get(url('123'))).statusCode).toBe(422)
    expect(there.ean.requests).toHaveLength(before)
  })

  test('who may not write products asks nothing, nor does another store', async () => {
    expect((await get(url(ean), tokens.caixa)).statusCode).toBe(403)
    expect((await get(url(ean), tokens.outra)).statusCode).toBe(403)
    expect((await get(url(ean), tokens.cozinha)).statusCode).toBe(200)
  })

  test('a service that fails is told, its key is not', async () => {
    there.ean.behaviour = 'failing'
    expect(await said(get(url(ean)))).toEqual([424, 'Consulta de código de barras indisponível no momento.'])
    expect(server.logged.join('')).toContain('bar code lookup failed')
    expect(server.logged.join('')).not.toContain('chave-do-ean')
  })
})

describe('the delivery app', () => {
  const menu = async (): Promise<unknown> => (await fetch(`${there.app.address}/cardapios/nossa.json`)).json()
  const name = (appDeliveryUri: string) =>
    server.call(tokens.dona, 'PATCH', `/api/loja_perfil/${stores.ours}`, { appDeliveryUri, lojaId: stores.ours })
  const tell = (token: string, lojaId: number, grupoId: number) =>
    server.call(token, 'POST', '/api/apps/firebaseGrupoStatus', {
      lojaId,
      appDeliveryUri: 'alheia',
      grupoId,
      status: false,
      appMesa: true,
    })
  let grupo = 0

  test('is not told before the store has a name in it', async () => {
    const q = server.context.database.system
    const { rows } = await q.query(`INSERT INTO grupos ("lojaId", nome) VALUES ($1, 'Bebidas') RETURNING id`, [stores.ours])
    grupo = Number(rows[0]?.id)
    const before = there.app.requests.length
    expect((await tell(tokens.cozinha, stores.ours, grupo)).json()).toEqual({ id: grupo, status: false })
    expect(there.app.requests).toHaveLength(before)
  })

  test('is told of a status of the store, under the name that the store has', async () => {
    expect((await name('nossa')).statusCode).toBe(200)
    expect((await tell(tokens.cozinha, stores.ours, grupo)).statusCode).toBe(200)
    expect(await menu()).toEqual({ grupos: { [grupo]: { status: false, appMesa: true } } })
    const asked = there.app.requests.findLast(one => one.method === 'PATCH')
    expect(asked?.steps).toEqual(['cardapios', 'nossa', 'grupos', `${grupo}.json`])
    expect(asked?.headers.authorization).toBe('Bearer chave-do-app')
  })

  test('a closed gate, another store, a failing app', async () => {
    expect((await tell(tokens.caixa, stores.ours, grupo)).statusCode).toBe(403)
    expect((await tell(tokens.outra, stores.ours, grupo)).statusCode).toBe(403)
    expect((await tell(tokens.outra, stores.theirs, grupo)).statusCode).toBe(404)
    there.app.behaviour = 'failing'
    expect((await tell(tokens.cozinha, stores.ours, grupo)).statusCode).toBe(424)
  })

  test('a new name waits until the menu of the old one is gone', async () => {
    const admin = await server.addUser('plataforma@x.br', { admin: true })
    expect(admin).toBeGreaterThan(0)
    const token = await server.enter('plataforma@x.br')
    const rename = (appDeliveryUri: string) =>
      server.call(token, 'PATCH', `/api/lojas/${stores.ours}`, { appDeliveryUri, lojaId: stores.ours })
    there.app.behaviour = 'unreachable'
    expect(await said(rename('outro-nome'))).toEqual([424, 'O app de delivery não respondeu. Tente de novo em instantes.'])
    there.app.behaviour = 'normal'
    const kept = await server.call(token, 'GET', `/api/lojas/${stores.ours}`)
    expect(kept.json().appDeliveryUri).toBe('nossa')
    expect(await menu()).not.toBeNull()
    expect((await rename('outro-nome')).json().appDeliveryUri).toBe('outro-nome')
    expect(await menu()).toBeNull()
    const before = there.app.requests.length
    expect((await rename('outro-nome')).statusCode).toBe(200)
    expect(there.app.requests).toHaveLength(before)
  })

  test('a new name that is taken back takes its menu along, or stays while the app does not answer', async () => {
    const token = await server.enter('plataforma@x.br')
    const [renamed] = (await server.call(token, 'GET', `/api/atividade?lojaId=${stores.ours}`)).json() as { id: string }[]
    const takeBack = async () =>
      (await server.call(token, 'POST', `/api/atividade/${renamed?.id}/desfazer`, { lojaId: stores.ours })).json()
    const published = async (name: string) => (await fetch(`${there.app.address}/cardapios/${name}.json`)).json()
    await fetch(`${there.app.address}/cardapios/outro-nome.json`, { method: 'PUT', body: '{"a":1}' })
    there.app.behaviour = 'unreachable'
    expect(await takeBack()).toMatchObject({
      desfeitos: 0,
      recusados: [{ motivo: 'O app de delivery não respondeu. Tente de novo em instantes.' }],
    })
    there.app.behaviour = 'normal'
    expect(await published('outro-nome')).not.toBeNull()
    const undone = await takeBack()
    expect(undone).toMatchObject({ desfeitos: 1, recusados: [] })
    expect(await published('outro-nome')).toBeNull()
    // As the tests below know the store.
    const redone = await server.call(token, 'POST', `/api/atividade/${undone.acaoId}/desfazer`, { lojaId: stores.ours })
    expect(redone.json()).toMatchObject({ desfeitos: 1 })
  })

  test('Lojas/deletarMenu is for the owner of the store', async () => {
    await fetch(`${there.app.address}/cardapios/outro-nome.json`, { method: 'PUT', body: '{"a":1}' })
    const remove = (token: string) => server.call(token, 'DELETE', `/api/Lojas/deletarMenu?lojaId=${stores.ours}`)
    expect((await remove(tokens.cozinha)).statusCode).toBe(403)
    expect((await remove(tokens.outra)).statusCode).toBe(403)
    expect((await remove(tokens.dona)).json()).toEqual({ apagado: true })
    expect(await (await fetch(`${there.app.address}/cardapios/outro-nome.json`)).json()).toBeNull()
    const none = await server.call(tokens.outra, 'DELETE', `/api/Lojas/deletarMenu?lojaId=${stores.theirs}`)
    expect(none.json()).toEqual({ apagado: false })
  })
})

test('every call stands in the OpenAPI document', async () => {
  const { paths } = (await get('openapi.json')).json()
  for (const path of [
    '/Apps/buscaCEP/{cep}',
    '/Apps/buscaCNPJ/{cnpj}',
    '/produtos/consultaEAN',
    '/Lojas/deletarMenu',
    '/apps/firebaseProdutoStatus',
  ])
    expect(Object.keys(paths)).toContain(path)
  expect(paths['/Apps/buscaCEP/{cep}'].get.security).toEqual([])
})

test('the documents name every setting', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/integrations.md'), 'utf8')
  for (const name of ['CEP_URL', 'CNPJ_URL', 'EAN_URL', 'EAN_KEY', 'EAN_PHOTOS', 'DELIVERY_APP_URL', 'DELIVERY_APP_KEY'])
    expect(page).toContain(name)
})
