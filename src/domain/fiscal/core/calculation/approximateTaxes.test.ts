import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../../../../tests/fixedSeed.ts'
import { type ApproximateRates, approximateTaxes } from './approximateTaxes.ts'

const rates: ApproximateRates = {
  ...{ nacional: 13.45, importado: 24.5, estadual: 18, municipal: 0 },
  ...{ vigenciafim: '2026-12-31', chave: '3CA397', versao: '26.2.A', fonte: 'IBPT/empresometro.com.br' },
}
const day = '2026-11-20'
const of = (valor_item: number, more: Partial<ApproximateRates> = {}, origem = '0') => ({
  valor_item,
  origem,
  rates: { ...rates, ...more },
})

describe('approximate taxes of a note', () => {
  test('each item to cents, half up, and the note as their sum', () => {
    // 31.45 % of 9.90 is 3.11355; 31.45 % of 10.00 is 3.145.
    expect(approximateTaxes([of(9.9), of(10)], day)).toMatchObject({ itens: [3.11, 3.15], total: 6.26 })
  })

  test.each([
    ['0', 3.15],
    ['3', 3.15],
    ['5', 3.15],
    ['8', 3.15],
    ['1', 4.25],
    ['2', 4.25],
    ['6', 4.25],
    ['7', 4.25],
  ])('origin %s takes its own federal rate', (origem, expected) => {
    expect(approximateTaxes([of(10, {}, origem)], day).total).toBe(expected)
  })

  test('the text names the three parts, the source and until when it holds', () => {
    expect(approximateTaxes([of(100, { municipal: 1.5 }), of(50)], day).texto).toBe(
      'Tributos aproximados (Lei 12.741/2012): R$ 20,18 federais, R$ 27,00 estaduais e R$ 1,50 municipais. ' +
        'Fonte: IBPT/empresometro.com.br 26.2.A, chave 3CA397, válida até 31/12/2026.',
    )
  })

  test('each table that was used is named once', () => {
    const { texto } = approximateTaxes([of(10), of(10, { versao: '26.1.E', chave: 'AB12CD' }), of(10)], day)
    expect(texto.match(/chave \w+/g)).toEqual(['chave 3CA397', 'chave AB12CD'])
  })

  test('of rates that somebody typed no source is named', () => {
    const typed = of(10, { fonte: null, versao: null, chave: null, vigenciafim: null })
    expect(approximateTaxes([typed], day).texto).toBe(
      'Tributos aproximados (Lei 12.741/2012): R$ 1,35 federais, R$ 1,80 estaduais e R$ 0,00 municipais.',
    )
  })

  test('a table that is out of date is told, with its last day', () => {
    const expired = approximateTaxes([of(10, { vigenciafim: '2026-11-19' }), of(10)], day)
    expect(expired.vencida_em).toBe('2026-11-19')
    expect(expired.texto).toContain('vencida em 19/11/2026')
    expect(approximateTaxes([of(10, { vigenciafim: '2026-11-20' })], day).vencida_em).toBeUndefined()
  })

  test('of an item without rates nothing is said', () => {
    expect(approximateTaxes([{ valor_item: 10, origem: '0', rates: undefined }, of(10)], day)).toMatchObject({
      itens: [undefined, 3.15],
      total: 3.15,
    })
    expect(approximateTaxes([{ valor_item: 10, origem: '0', rates: undefined }], day)).toEqual({
      itens: [undefined],
      total: 0,
      texto: '',
      vencida_em: undefined,
    })
  })

  test('the amounts of the text add up to the total', () => {
    const rate = fc.integer({ min: 0, max: 4000 }).map(n => n / 100)
    const item = fc.tuple(fc.integer({ min: 1, max: 5_000_000 }), rate, rate, rate)
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 8 }), lines => {
        const taxes = approximateTaxes(
          lines.map(([cents, nacional, estadual, municipal]) => of(cents / 100, { nacional, estadual, municipal })),
          day,
        )
        const told = [...taxes.texto.matchAll(/R\$ (\d+),(\d\d)/g)].map(([, whole, cents]) => Number(`${whole}${cents}`))
        expect(told.reduce((sum, cents) => sum + cents, 0)).toBe(Math.round(taxes.total * 100))
      }),
    )
  })
})
