import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../../src/domain/demo/loadDemo.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

interface Found {
  readonly register: string
  readonly title: string
  readonly path: string
  readonly label: string
  readonly note: string | null
}

let server: TestServer
let owner: string

beforeAll(async () => {
  server = await openServer()
  await loadDemo(server.context.service, new Date('2026-11-20T12:00:00Z'))
  owner = (await server.call('', 'POST', '/api/users/login', { email: 'dono@demo.com.br', password: 'demo1234' })).json().id
}, 90_000)

afterAll(() => server?.close())

const find = async (q: string, token = owner, store = 1): Promise<readonly Found[]> => {
  const reply = await server.call(token, 'GET', `/api/buscar?lojaId=${store}&q=${encodeURIComponent(q)}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

const first = async (register: string, store = 1): Promise<Record<string, unknown>> => {
  const filter = encodeURIComponent(JSON.stringify({ limit: 1, order: ['id DESC'] }))
  return (await server.call(owner, 'GET', `/api/${register}/list?lojaId=${store}&filter=${filter}`)).json()[0]
}

test('a sale is found by its number, before names that hold the digits', async () => {
  const { id } = await first('Movimentos')
  const found = await find(String(id))
  expect(found).toContainEqual(expect.objectContaining({ path: `/Movimentos/${id}`, label: `Movimento ${id}` }))
  const names = found.findIndex(one => one.register === 'parceiros')
  expect(names === -1 || found.findIndex(one => one.register === 'Movimentos') < names).toBe(true)
  expect(found.filter(one => one.register === 'Movimentos')).toHaveLength(1)
})

test('a product comes first by its code, before sales and notes of that number, and by its bar code', async () => {
  const [byCode] = await find('106')
  expect(byCode).toMatchObject({ register: 'produtos', label: 'Pizza de Frango com Catupiry' })
  const filter = encodeURIComponent(JSON.stringify({ where: { cod_aux: { neq: null } }, limit: 1 }))
  const [product] = (await server.call(owner, 'GET', `/api/produtos/list?lojaId=1&filter=${filter}`)).json()
  expect(product.cod_aux).toMatch(/^\d{13}$/)
  expect(await find(product.cod_aux)).toMatchObject([{ path: `/produtos/${product.id}` }])
})

test('what only says more of a product is not found beside it', async () => {
  const found = await find('affogato')
  expect(found.filter(({ label }) => label === 'Affogato').map(({ register }) => register)).toEqual(['produtos'])
})

test('an NFC-e is found by its number and by its key', async () => {
  const { id, nNF, chNFe } = await first('NFCes')
  const note = expect.stringMatching(/R\$.+ · \d\d\/\d\d\/2026/)
  const nfce = expect.objectContaining({ path: `/NFCes/${id}`, label: `NFC-e ${nNF}`, note })
  expect(await find(String(nNF))).toContainEqual(nfce)
  expect(await find(String(chNFe))).toEqual([nfce])
})

test("a supplier's NF-e is found by the number inside its key, a bill and an own NF-e by theirs", async () => {
  const nfe = await first('nfes')
  expect(await find(String(Number(String(nfe.chNFe).slice(25, 34))))).toContainEqual(
    expect.objectContaining({ path: `/nfes/${nfe.id}` }),
  )
  const bill = await first('Conta')
  expect(await find(String(bill.id))).toContainEqual(
    expect.objectContaining({ path: `/Conta/${bill.id}`, note: expect.stringMatching(`^${bill.id} · `) }),
  )
  const issued = await first('NFe_emissaos')
  expect(await find(String(issued.numero))).toContainEqual(expect.objectContaining({ path: `/NFe_emissaos/${issued.id}` }))
})

test('one letter is a beginning, also where what names a record is no text', async () => {
  for (const letter of ['x', 'p', '%']) {
    const found = await find(letter)
    expect(found.filter(({ label }) => !label.toLowerCase().startsWith(letter))).toEqual([])
  }
  expect((await find('p')).length).toBeGreaterThan(0)
})

test('words find no sale, and digits too many for a number are no error', async () => {
  expect((await find('movimento')).filter(one => one.register === 'Movimentos')).toEqual([])
  expect(await find('9'.repeat(60))).toEqual([])
})

test('numbers of another store are not found', async () => {
  const { id } = await first('Movimentos', 2)
  expect((await find(String(id))).filter(one => one.path === `/Movimentos/${id}`)).toEqual([])
})

test('who may see no sales finds none by number', async () => {
  const reply = await server.call('', 'POST', '/api/users/login', { email: 'funcionario@demo.com.br', password: 'demo1234' })
  const { id } = await first('Movimentos')
  expect((await find(String(id), reply.json().id)).filter(one => one.register === 'Movimentos')).toEqual([])
})
