import { afterAll, beforeAll, expect, test } from 'vitest'
import kinds from '../../../schemas/kinds.json' with { type: 'json' }
import { readCsv } from '../../../src/base/csv.ts'
import { parseDateTime } from '../../../src/base/dates.ts'
import { parseDecimal } from '../../../src/base/number.ts'
import { parseAmount } from '../../../src/domain/sales/intake/amount.ts'
import type { Refinement } from '../../../src/kinds/kind.ts'
import { value as text } from '../../../src/kinds/text/value.ts'
import { value as weekdays } from '../../../src/kinds/weekdays/value.ts'
import { withoutEndSlashes } from '../../../src/model/access/withoutEndSlashes.ts'
import { readNumber } from '../../../src/model/import/number.ts'
import { safeFileName } from '../../../src/server/files/storeFile.ts'
import { soughtWords } from '../../../src/server/query/search/soughtWords.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

/**
 * Texts that look like much and say nothing. Where reading them took as many steps as the square of their length, none of these tests would
 * end; how long they take is nobody's matter.
 */
const LENGTH = 300_000
const signs = ['(', ' ', '\n', '.', '-', '1 ', 'a ', '1.', '(1', '/', '"', ', ']

const ofDigits = Object.entries(kinds.refinements).filter(([, one]) => 'keep' in one && one.keep === 'digits')

test.each(ofDigits)('%s: a text without end is read in one go', (_, one) => {
  const refine = one as Refinement
  for (const sign of signs) {
    const long = `9${sign.repeat(LENGTH)}1a`
    expect(text.accept(long, { kind: 'text', required: false, refine }).ok).toBe(false)
    text.parse(long, { kind: 'text', required: false, refine })
  }
})

test('days, moments and files of signs alone are read in one go', () => {
  for (const sign of signs) {
    const long = sign.repeat(LENGTH)
    expect(weekdays.parse(`Seg${long}x`, { kind: 'weekdays', required: false }).ok).toBe(false)
    expect(parseDateTime(`2026-01-01 1${long}x`)).toBeUndefined()
    expect(parseDecimal(`1${sign}1${'0'.repeat(LENGTH)}1`)).toBeUndefined()
    expect(readCsv(`${long.slice(0, 200_000)}x`).header.length).toBeLessThan(LENGTH)
  }
})

test('addresses, names of files, amounts and cells are read in one go', () => {
  for (const sign of [...signs, '-', '0']) {
    const long = sign.repeat(LENGTH)
    expect(withoutEndSlashes(`${long}x`).length).toBe(sign.length * LENGTH + 1)
    expect(safeFileName(`a${long}a`).length).toBeLessThanOrEqual(60)
    expect(parseAmount(`1.1${long}1`, 2)).toBeUndefined()
    readNumber(`-${long.slice(0, 50_000)}x1`, 2)
    readNumber(`(${long.slice(0, 50_000)}x1)`, 2)
  }
  expect(withoutEndSlashes('/mesas///')).toBe('/mesas')
  expect(safeFileName('Pão - de -- queijo -.png')).toBe('Pao-de-queijo')
  expect(parseAmount('1.500000', 2)).toBe(150)
  for (const typed of ['- R$ 3,00', '-R$3,00', '(R$ 3,00)', '( 3,00 )', '-   3']) expect(readNumber(typed, 2)).toBe(-3)
})

test('days, moments and header lines are read as before', () => {
  const days = (typed: string) => weekdays.parse(typed, { kind: 'weekdays', required: false })
  for (const typed of ['Seg - Sex', 'seg a sex', 'segunda-feira\n–\nsexta-feira', 'seg, ter , qua e qui / sex'])
    expect({ typed, read: days(typed) }).toEqual({ typed, read: { ok: true, value: [1, 2, 3, 4, 5] } })
  expect(parseDateTime('2026-01-31 09:30 -03:00')).toBe('2026-01-31T12:30:00.000Z')
  expect(readCsv('\n   \n\t\nnome;preço\nPão;1').header).toEqual(['nome', 'preço'])
})

test.each(signs)('a search of %j alone is read in one go', sign => {
  expect(soughtWords(`1${sign.repeat(LENGTH / 10)}x`).length).toBeGreaterThanOrEqual(0)
})

let shop: Shop
let owner: ReturnType<Shop['as']>
beforeAll(async () => {
  shop = await openShop()
  await shop.as({ userId: 1, stores: [], admin: true })('POST', '/api/lojas', { nome_fantasia: 'Um', regime_tributario: 1 })
  owner = shop.as({ userId: 2, stores: [1], owner: true })
})
afterAll(() => shop?.close())

test('a text far beyond its limit is refused by the name of its field, in a record and in a list of it', async () => {
  const endereco = { cep: '('.repeat(50_000) }
  const { status, body } = await owner('POST', '/api/parceiros', { nome_fantasia: 'A'.repeat(50_000), enderecos: [endereco] })
  expect(status).toBe(422)
  const { details } = (body as { error: { details: { path: string; code: string; params: object }[] } }).error
  expect(details.find(({ path }) => path === 'nome_fantasia')).toMatchObject({
    code: 'too-long',
    params: { max: expect.any(Number) },
  })
  expect(details.map(({ path }) => path)).toContain('enderecos.0.cep')
})

const long = { characters: 'a'.repeat(4001), words: Array(31).fill('pao').join(' ') }

test.each(Object.values(long))('every call that searches refuses what no person types', async q => {
  const asked = encodeURIComponent(q)
  const calls = [
    owner('GET', `/api/parceiros/list?q=${asked}`),
    owner('GET', `/api/parceiros/count?q=${asked}`),
    owner('GET', `/api/parceiros/totais?campos=credito_limite&q=${asked}`),
    owner('GET', `/api/parceiros/exportar?q=${asked}`),
    owner('POST', '/api/parceiros/valores', { campo: 'observacao', registros: { q } }),
    owner('POST', '/api/parceiros/alterarVarios', { registros: { q }, dados: { observacao: 'x' } }),
  ]
  for (const { status, body } of await Promise.all(calls)) {
    const { code, message } = (body as { error: { code: string; message: string } }).error
    expect([status, code, message]).toEqual([
      400,
      'filter-search-too-long',
      'A busca vai até 4000 letras e 30 palavras. Procure por menos palavras.',
    ])
  }
  expect((await owner('GET', `/api/buscar?q=${asked}`)).status).toBeGreaterThanOrEqual(400)
  expect((await owner('GET', `/api/parceiros/list?q=${'pao '.repeat(30)}`)).status).toBe(200)
})
