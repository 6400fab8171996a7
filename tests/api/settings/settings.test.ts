import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Settings of a store: one record each, branches and dark kitchens by switches, and how all of it stands on the page of integrations. */

let server: TestServer
const tokens = { dona: '', caixa: '', outra: '' }
const stores = { ours: 0, second: 0, theirs: 0 }

beforeAll(async () => {
  server = await openServer()
  stores.ours = await server.addStore('Nossa')
  stores.second = await server.addStore('Nossa segunda')
  stores.theirs = await server.addStore('Alheia')
  const person = async (name: keyof typeof tokens, lojas: readonly number[], values: object): Promise<void> => {
    const email = `${name}@x.br`
    const user = await server.addUser(email)
    for (const lojaId of lojas) await server.tie(user, lojaId, { email, ...values })
    tokens[name] = await server.enter(email)
  }
  await person('dona', [stores.ours, stores.second], { type: 1 })
  await person('caixa', [stores.ours], { cadastros_ver: true, cardapio_ver: true, pdv_relatorios: true })
  await person('outra', [stores.theirs], { type: 1 })
})
afterAll(() => server?.close())

const save = (register: string, body: object, token = tokens.dona, lojaId = stores.ours) =>
  server.call(token, 'POST', `/api/${register}/save`, { lojaId, ...body })
const rows = async (path: string, token = tokens.dona, lojaId = stores.ours): Promise<Record<string, unknown>[]> =>
  JSON.parse((await server.call(token, 'GET', `/api/${path}?lojaId=${lojaId}`)).body)
const messages = (body: string): string[] =>
  JSON.parse(body).error.details.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`)

test('a store has one record of its settings, however often and by how many at once it is saved without a key', async () => {
  const body = { vias_producao: 2, vias_conferencia: 1, cabecalho: 'Bem-vindo' }
  const replies = await Promise.all([1, 2, 3, 4].map(n => save('impressao_configs', { ...body, vias_producao: n })))
  expect(replies.map(({ statusCode }) => statusCode < 300)).toEqual([true, true, true, true])
  expect(await rows('impressao_configs')).toHaveLength(1)
  const again = await save('impressao_configs', { rodape: 'Volte sempre' })
  expect(JSON.parse(again.body)).toMatchObject({ cabecalho: 'Bem-vindo', rodape: 'Volte sempre' })
  expect((await save('impressao_configs', body, tokens.outra, stores.theirs)).statusCode).toBe(201)
  const [theirs] = await rows('impressao_configs', tokens.outra, stores.theirs)
  expect(theirs).toMatchObject({ lojaId: stores.theirs, rodape: null })
})

test('limits of print, label and kiosk are told at their fields', async () => {
  const print = await save('impressao_configs', { vias_producao: 0, vias_conferencia: 1, cabecalho: 'x'.repeat(501) })
  expect(messages(print.body).map(text => text.split(':')[0])).toEqual(['vias_producao', 'cabecalho'])
  const label = await save('etiqueta_configs', { digitos_codigo_produto: 7 })
  expect(messages(label.body).map(text => text.split(':')[0])).toEqual(['digitos_codigo_produto'])
  for (const digitos_codigo_produto of [4, 5, 6])
    expect((await save('etiqueta_configs', { digitos_codigo_produto, etiqueta_preco: false })).statusCode).toBeLessThan(300)
  for (const senha of ['998', '99', '1000000', '0999', 'abcd'])
    expect(messages((await save('autoatendimento_config', { senha })).body)).toEqual(['senha: Digite um número de 999 a 999999'])
  const unpaid = { pagamento_debito: false, pagamento_credito: false, pagamento_voucher: false, pagamento_pix: false }
  expect(messages((await save('autoatendimento_config', { senha: '999', ...unpaid })).body)).toEqual([
    'pagamento_debito: Aceite ao menos uma forma de pagamento',
  ])
  for (const senha of ['999', '999999']) expect((await save('autoatendimento_config', { senha })).statusCode).toBeLessThan(300)
  expect(JSON.stringify(await rows('autoatendimento_config'))).not.toContain('999999')
})

test('only owners see settings, and only those of their stores', async () => {
  for (const register of ['impressao_configs', 'autoatendimento_config', 'etiqueta_configs', 'Loja_dark_kitchens']) {
    expect((await server.call(tokens.caixa, 'GET', `/api/${register}?lojaId=${stores.ours}`)).statusCode).toBe(403)
    expect((await server.call(tokens.outra, 'GET', `/api/${register}?lojaId=${stores.ours}`)).statusCode).toBe(403)
  }
  expect((await server.call(tokens.caixa, 'GET', `/api/telas/integracoes/estados?lojaId=${stores.ours}`)).statusCode).toBe(403)
  for (const name of ['nenhuma', '__proto__', 'constructor'])
    expect((await server.call(tokens.dona, 'GET', `/api/telas/${name}/estados`)).statusCode).toBe(404)
})

test("branches are the owner's other stores, and dark kitchens those with an address in the app", async () => {
  expect((await rows('Loja_filials/lojas')).map(({ id }) => id)).toEqual([stores.second])
  expect(await rows('Loja_dark_kitchens/lojas')).toEqual([])
  const kitchen = (lojaDarkKitchenId: number) => save('Loja_dark_kitchens', { lojaDarkKitchenId })
  expect(messages((await kitchen(stores.second)).body)).toEqual(['lojaDarkKitchenId: Esta loja não tem endereço no app'])
  expect(messages((await kitchen(stores.theirs)).body)).toEqual(['lojaDarkKitchenId: Escolha uma loja sua'])
  expect(messages((await kitchen(stores.ours)).body)).toEqual(['lojaDarkKitchenId: Escolha outra loja, e não esta mesma'])
  await server.context.database.system.query(`UPDATE lojas SET "appDeliveryUri" = 'segunda' WHERE "lojaId" = $1`, [stores.second])
  expect((await rows('Loja_dark_kitchens/lojas')).map(({ id }) => id)).toEqual([stores.second])
  const made = await kitchen(stores.second)
  expect(made.statusCode).toBe(201)
  expect(messages((await kitchen(stores.second)).body)).toEqual(['lojaDarkKitchenId: Esta loja já envia pedidos para cá'])
  await server.context.database.system.query(`UPDATE lojas SET "appDeliveryUri" = NULL WHERE "lojaId" = $1`, [stores.second])
  expect((await rows('Loja_dark_kitchens/lojas')).map(({ id }) => id)).toEqual([stores.second])
})

test('the page of integrations tells what is set up, since when, and what has run out', async () => {
  const states = async (): Promise<Record<string, { title: string; tone: string; since: string | null }>> =>
    JSON.parse((await server.call(tokens.dona, 'GET', `/api/telas/integracoes/estados?lojaId=${stores.ours}`)).body)
  const before = await states()
  expect(before['certificado-digital-config']).toEqual({ title: 'Não instalado', tone: 'neutral', since: null })
  expect(before['dark-kitchen-config']).toEqual({ title: '1 ligada', tone: 'positive', since: null })
  expect(before['matriz-filial-config']).toEqual({ title: 'Nenhuma ligada', tone: 'neutral', since: null })
  const [print] = await rows('impressao_configs')
  expect(before['impressao-config']).toEqual({ title: 'Configurado', tone: 'positive', since: print?.createdAt })
  await server.context.database.system.query(
    `INSERT INTO "Loja_certificados" ("lojaId", titular, cnpj, "validoDe", "validoAte") VALUES ($1, 'X', '11444777000161', '2020-01-01', '2021-01-01')`,
    [stores.ours],
  )
  expect((await states())['certificado-digital-config']).toEqual({
    title: 'Expirado',
    tone: 'danger',
    since: '2021-01-01T00:00:00.000Z',
  })
})
