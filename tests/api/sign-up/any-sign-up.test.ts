import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import '../../fixedSeed.ts'
import { completeCnpj, completeCpf } from '../../../src/kinds/taxId/digits.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { createVisitor, signUpOf } from './signUps.ts'

let server: TestServer
let segmentoId: number

beforeAll(async () => {
  server = await openServer()
  const { rows } = await server.context.database.system.query<{ id: string }>(
    `INSERT INTO segmentos (nome) VALUES ('Bar') RETURNING id`,
  )
  segmentoId = Number(rows[0]?.id)
})
afterAll(() => server?.close())

const rows = async (sql: string, ...params: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.context.database.system.query(sql, params)).rows
const counts = () => rows('SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM lojas) AS stores')

const letters = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzáâãçéêíóôõúABCDEÁÇ'-& .".split(''))
const name = (maxLength: number) =>
  fc
    .string({ unit: letters, minLength: 1, maxLength })
    .map(text => text.trim().replace(/\s+/g, ' '))
    .filter(text => text !== '')
const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const notRepeated = (text: string): boolean => !/^(.)\1+$/.test(text)
const company = fc
  .string({ unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 12, maxLength: 12 })
  .filter(notRepeated)
  .map(completeCnpj)
const document = fc.oneof(
  company.map(cnpj => ({ cpf_cnpj: 'cnpj', cnpj })),
  digits(9)
    .filter(notRepeated)
    .map(base => ({ cpf_cnpj: 'cpf', cnpj: completeCpf(base) })),
)
const states = {
  AC: 'America/Rio_Branco',
  AM: 'America/Manaus',
  MT: 'America/Manaus',
  PE: 'America/Sao_Paulo',
  SP: 'America/Sao_Paulo',
}
const address = fc.record({
  cep: digits(8),
  logradouro: name(255),
  bairro: name(100),
  cidade: name(100),
  uf: fc.constantFrom(...(Object.keys(states) as (keyof typeof states)[])),
  numero: fc.oneof(fc.integer({ min: 1, max: 99_999 }).map(String), fc.constant('S/N')),
  complemento: fc.option(name(100), { nil: undefined }),
})
let made = 0
const next = (): number => {
  made += 1
  return made
}

describe('any sign-up', () => {
  it('is kept as it was said', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(name(100), name(100), document, address, async (contact, shop, id, place) => {
        const email = `pessoa${next()}@x.br`
        const body = signUpOf(email, { segmentoId, nome_contato: contact, nome_fantasia: shop, ...id, ...place })
        const reply = await createVisitor(server, body)
        expect(reply.statusCode, `${reply.body} ${JSON.stringify(body)}`).toBe(200)
        const [store] = await rows('SELECT * FROM lojas WHERE id = $1', reply.json().lojaId)
        const { complemento = null, ...said } = place
        expect(store).toMatchObject({ nome_fantasia: shop, cnpj: id.cnpj, ...said, complemento, fuso_horario: states[place.uf] })
        expect(await rows('SELECT nome FROM users WHERE email = $1', email)).toEqual([{ nome: contact }])
      }),
      { numRuns: 40 },
    )
  })

  it('with a wrong number of the document is refused at it, and leaves nothing', { timeout: 60_000 }, async () => {
    const before = await counts()
    await fc.assert(
      fc.asyncProperty(document, fc.integer({ min: 1, max: 9 }), async (id, off) => {
        const wrong = `${id.cnpj.slice(0, -1)}${(Number(id.cnpj.at(-1)) + off) % 10}`
        const reply = await createVisitor(server, signUpOf(`errado${next()}@x.br`, { segmentoId, ...id, cnpj: wrong }))
        expect(reply.statusCode).toBe(422)
        expect(reply.json().error.details).toMatchObject([{ path: 'cnpj', code: `${id.cpf_cnpj}-invalid` }])
      }),
      { numRuns: 30 },
    )
    expect(await counts()).toEqual(before)
  })
})

describe('what is wrong', () => {
  const cases: [string, Record<string, unknown>, string, string][] = [
    ['no name', { nome_contato: '  ' }, 'nome_contato', 'Obrigatório'],
    ['a name that is too long', { nome_contato: 'a'.repeat(101) }, 'nome_contato', 'Máximo de 100 caracteres'],
    ['no e-mail', { email: 'ana' }, 'email', 'E-mail inválido'],
    [
      'a phone without area code',
      { telefone_contato: '40041234' },
      'telefone_contato',
      'Telefone inválido. Informe o DDD e o número',
    ],
    ['a CPF where a CNPJ is said', { cnpj: '529.982.247-25' }, 'cnpj', 'CNPJ inválido'],
    ['a CNPJ where a CPF is said', { cpf_cnpj: 'cpf' }, 'cnpj', 'CPF inválido'],
    ['a document that is none', { cpf_cnpj: 'rg' }, 'cpf_cnpj', ''],
    ['a segment that is not there', { segmentoId: 987_654 }, 'segmentoId', 'Este registro não existe mais'],
    ['a CEP of seven digits', { cep: '6900504' }, 'cep', 'CEP inválido. São 8 números'],
    ['no number', { numero: '' }, 'numero', 'Obrigatório'],
    ['a state that is none', { uf: 'XX' }, 'uf', ''],
    ['a short password', { password: '12345' }, 'password', 'Mínimo de 6 caracteres'],
    ['a password without end', { password: 'a'.repeat(201) }, 'password', 'Máximo de 200 caracteres'],
    [
      'terms that are not accepted',
      { termos: false },
      'termos',
      'Aceite os termos de uso e a política de privacidade para continuar',
    ],
    [
      'terms of another version',
      { termos_versao: '2020-01-01' },
      'termos',
      'Os termos mudaram. Recarregue a página e leia a nova versão.',
    ],
    ['a resale code that is too large', { resale_pallas_code: 99_999_999_999 }, 'resale_pallas_code', ''],
  ]
  it.each(cases)('%s is told at its field', async (_name, changes, path, message) => {
    const before = await counts()
    const reply = await createVisitor(server, signUpOf(`caso${next()}@x.br`, { segmentoId, ...changes }))
    expect(reply.statusCode, reply.body).toBe(422)
    const { details } = reply.json().error
    expect(details).toMatchObject([{ path }])
    if (message !== '') expect(details[0].message).toBe(message)
    expect(await counts()).toEqual(before)
  })

  it('is told all at once', async () => {
    const reply = await createVisitor(server, signUpOf('x', { segmentoId, cep: '1', password: '1', numero: '', termos: false }))
    expect(
      reply
        .json()
        .error.details.map(({ path }: { path: string }) => path)
        .toSorted(),
    ).toEqual(['cep', 'email', 'numero', 'password', 'termos'])
  })

  it('and what is missing is named', async () => {
    const { email, cep, ...rest } = signUpOf('falta@x.br', { segmentoId })
    const reply = await createVisitor(server, rest)
    expect([reply.statusCode, reply.json().error.details]).toMatchObject([422, [{ path: 'email' }, { path: 'cep' }]])
  })
})

describe('the segments', () => {
  const ask = (path: string) =>
    server.app.inject({ method: 'GET', url: `/api/${path}`, headers: { 'x-forwarded-for': '10.3.0.1' } })
  const order = encodeURIComponent(JSON.stringify({ order: 'nome ASC' }))

  it('are offered to visitors by name, and no more of them', async () => {
    await rows(`INSERT INTO segmentos (nome) VALUES ('Açougue')`)
    for (const path of [`segmentos?filter=${order}`, `segmentos/list?filter=${order}`]) {
      const reply = await ask(path)
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        [
          { id: expect.any(Number), nome: 'Açougue' },
          { id: segmentoId, nome: 'Bar' },
        ],
      ])
    }
    expect((await ask(`segmentos/${segmentoId}`)).json()).toEqual({ id: segmentoId, nome: 'Bar' })
  })

  it.each(['ncms', 'users', 'lojas', 'produtos', 'Logs', 'segmentos/count', 'segmentos/totais', 'segmentos/exportar'])(
    'but nothing of %s',
    async path => {
      expect((await ask(path)).statusCode).toBeGreaterThanOrEqual(400)
    },
  )

  it('nor may a visitor write them', async () => {
    const reply = await server.app.inject({ method: 'POST', url: '/api/segmentos', payload: { nome: 'Meu' } })
    expect(reply.statusCode).toBe(401)
  })

  it('and nobody reads them without end', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask('segmentos')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
  })
})
