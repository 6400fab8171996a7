import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type TestServer, testPassword } from '../fixtures/testServer.ts'

let server: TestServer
const stores = { mine: 0, other: 0 }
const tokens = { owner: '', stranger: '' }

beforeAll(async () => {
  server = await openServer()
  stores.mine = await server.addStore('Minha')
  stores.other = await server.addStore('Outra')
  tokens.owner = await server.enterStore('dona', stores.mine, { type: 1 })
  tokens.stranger = await server.enterStore('alheio', stores.other, { type: 1 })
  await server.tie(await server.addUser('caixa@x.br'), stores.mine, { email: 'caixa@x.br', caixa_operar: true })
})
afterAll(() => server?.close())

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const enter = async (email: string, agent: string, remoteAddress = '203.0.113.7') => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/users/login',
    remoteAddress,
    headers: { 'user-agent': agent },
    payload: { email, password: testPassword },
  })
  return String(reply.json().id)
}
interface Session {
  readonly id: string
  readonly dispositivo: string
  readonly endereco: string
  readonly atual: boolean
}
const sessionsOf = async (token: string): Promise<Session[]> =>
  (await server.call(token, 'GET', '/api/users/sessoes')).json().sessoes
const isIn = async (token: string) => (await server.call(token, 'POST', '/api/users/configuracao')).statusCode === 200

test('somebody sees each device with its place in plain words, and ends one or all others', async () => {
  const [here, phone, counter] = [
    await enter('caixa@x.br', windows),
    await enter(
      'caixa@x.br',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
      '198.51.100.3',
    ),
    await enter('caixa@x.br', 'PDV-Food/7.2', '2001:db8::7'),
  ]
  const seen = await sessionsOf(here)
  expect(seen.map(({ dispositivo, endereco, atual }) => `${dispositivo} ${endereco} ${atual}`).sort()).toEqual([
    'Chrome no Windows 203.0.113.7 true',
    'PDV-Food 2001:db8::7 false',
    'Safari no iPhone 198.51.100.3 false',
  ])
  expect(JSON.stringify(seen)).not.toContain(phone)
  const its = seen.find(({ dispositivo }) => dispositivo.includes('iPhone'))
  expect((await server.call(here, 'POST', '/api/users/sessoes/encerrar', { id: its?.id })).statusCode).toBe(200)
  expect([await isIn(here), await isIn(phone), await isIn(counter)]).toEqual([true, false, true])
  const others = await server.call(here, 'POST', '/api/users/sessoes/encerrarOutras')
  expect(others.json()).toEqual({ encerradas: 1 })
  expect([await isIn(here), await isIn(counter)]).toEqual([true, false])
})

test("another's session is not found, whatever its name", async () => {
  const [mine] = await sessionsOf(tokens.stranger)
  const refused = await server.call(tokens.owner, 'POST', '/api/users/sessoes/encerrar', { id: mine?.id })
  expect([refused.statusCode, refused.json().error.code]).toEqual([404, 'session.gone'])
  expect(await isIn(tokens.stranger)).toBe(true)
})

test('an owner sees who can enter the shop, from where, and shuts out people of the shop alone', async () => {
  const token = await enter('caixa@x.br', windows)
  const seen = await server.call(tokens.owner, 'GET', `/api/users/acessos?lojaId=${stores.mine}`)
  const { pessoas } = seen.json()
  expect(pessoas.map(({ email, papel, situacao }: Record<string, string>) => `${email} ${papel} ${situacao}`)).toEqual([
    'dona@x.br Proprietário Liberado',
    'caixa@x.br Funcionário Liberado',
  ])
  const clerk = pessoas[1]
  expect(clerk.dispositivos).toMatch(/Chrome no Windows, 203\.0\.113\.7, usado em \d\d\/\d\d\/\d{4}/)
  expect(seen.body).not.toContain('alheio@x.br')

  // Neither the store of another, nor a person of another store by their key.
  const call = (who: string, path: string, body: object) => server.call(who, 'POST', `/api/users/acessos/${path}`, body)
  expect((await call(tokens.stranger, 'encerrar', { lojaId: stores.mine, id: clerk.id })).statusCode).toBe(403)
  expect((await call(tokens.stranger, 'encerrar', { lojaId: stores.other, id: clerk.id })).statusCode).toBe(404)
  expect((await call(tokens.stranger, 'bloquear', { lojaId: stores.other, id: clerk.id, bloquear: true })).statusCode).toBe(404)
  expect((await call(token, 'encerrar', { lojaId: stores.mine, id: pessoas[0].id })).statusCode).toBe(403)
  expect((await server.call(token, 'GET', `/api/users/acessos?lojaId=${stores.mine}`)).statusCode).toBe(403)
  expect(await isIn(token)).toBe(true)

  expect((await call(tokens.owner, 'encerrar', { lojaId: stores.mine, id: clerk.id })).json()).toMatchObject({ encerradas: 2 })
  expect(await isIn(token)).toBe(false)
  expect((await call(tokens.owner, 'bloquear', { lojaId: stores.mine, id: clerk.id, bloquear: true })).statusCode).toBe(200)
  const after = (await server.call(tokens.owner, 'GET', `/api/users/acessos?lojaId=${stores.mine}`)).json().pessoas[1]
  expect(after).toMatchObject({ situacao: 'Bloqueado', dispositivos: '', sessoes: 0, usado_em: null })
})

test('of somebody who was invited and has not answered, neither devices nor places are told, and nothing is ended', async () => {
  const guest = await server.addUser('convidada@x.br')
  await server.tie(guest, stores.mine, { email: 'convidada@x.br', convite: 1 })
  const token = await enter('convidada@x.br', windows, '198.51.100.9')
  const seen = await server.call(tokens.owner, 'GET', `/api/users/acessos?lojaId=${stores.mine}`)
  const invited = seen.json().pessoas.find(({ email }: { email: string }) => email === 'convidada@x.br')
  expect(invited).toMatchObject({ situacao: 'Convite pendente', dispositivos: '', sessoes: 0, usado_em: null })
  expect(seen.body).not.toContain('198.51.100.9')
  const ended = await server.call(tokens.owner, 'POST', '/api/users/acessos/encerrar', { lojaId: stores.mine, id: invited.id })
  expect(ended.statusCode).toBe(404)
  expect(await isIn(token)).toBe(true)
})
