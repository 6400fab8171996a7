import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../../tests/fixedSeed.ts'
import { shippedLaw, shippedLawFor, shippedLawOf } from '../../rates/shippedLaw.ts'
import { exportCst } from '../draft/draftHeader.ts'
import { tipFields } from '../regime/tips.ts'
import { amount, sumOf } from './amounts.ts'
import { apportion } from './apportion.ts'
import { calculateNote, totalItems } from './calculateNote.ts'
import { effectiveRate } from './ibsCbs.ts'
import { doubleBase, rateDifference } from './icms.ts'
import type { NoteHeader, NoteItem } from './noteRecord.ts'

const header: NoteHeader = {
  emitida_em: '2026-11-20',
  regime: 3,
  uf_emitente: 'SP',
  uf_destinatario: 'SP',
  consumidor: false,
  identificador_ie_dest: 1,
  pis_cofins_sem_icms: false,
}
const simples: NoteHeader = { ...header, regime: 1 }
const plain: NoteItem = { quantidade: 1, valor_unitario: 100, icms_cst: '41', pis_cst: '06', cofins_cst: '06' }
const only = (item: Partial<NoteItem>, of: NoteHeader = header) =>
  calculateNote(of, [{ ...plain, ...item }], shippedLawFor(of)).items[0]

// The examples are those of authorised notes.
test.each<[string, Partial<NoteItem>, NoteHeader, Record<string, number>]>([
  [
    'CST 20',
    {
      valor_unitario: 448,
      icms_cst: '20',
      icms_red_bc: 33.33,
      icms_alq: 18,
      pis_cst: '01',
      pis_alq: 1.65,
      cofins_cst: '01',
      cofins_alq: 7.6,
    },
    header,
    { icms_bc: 298.68, icms_v: 53.76, pis_v: 7.39, cofins_v: 34.05 },
  ],
  [
    'CST 10 between rates',
    { quantidade: 6, valor_unitario: 13.03902, icms_cst: '10', icms_alq: 12, icms_st_mva: 50.24, icms_st_alq: 18 },
    header,
    { valor_total: 78.23, icms_v: 9.39, icms_st_bc: 117.53, icms_st_v: 11.77 },
  ],
  [
    'CST 70: the reduction does not reach the substitution',
    { valor_unitario: 154.08, icms_cst: '70', icms_red_bc: 33.33, icms_alq: 18, icms_st_mva: 71.35, icms_st_alq: 18 },
    header,
    { icms_bc: 102.73, icms_v: 18.49, icms_st_bc: 264.02, icms_st_v: 29.03 },
  ],
  [
    'CSOSN 202 from PR to SP: 12 % of the own operation',
    { valor_unitario: 60, valor_desconto: 3.72, icms_cst: '202', icms_st_mva: 86.42, icms_st_alq: 18 },
    { ...simples, uf_emitente: 'PR' },
    { valor_item: 56.28, icms_st_bc: 104.92, icms_st_v: 12.14, icms_bc: 0, icms_v: 0 },
  ],
  ['CST 30', { icms_cst: '30', icms_st_mva: 40, icms_st_alq: 18 }, header, { icms_v: 0, icms_st_bc: 140, icms_st_v: 7.2 }],
  ['CST 51', { icms_cst: '51', icms_alq: 18, icms_dif_alq: 33.33 }, header, { icms_op_v: 18, icms_dif_v: 6, icms_v: 12 }],
  ['CSOSN 101', { icms_cst: '101', cred_sn_alq: 1.25, icms_alq: 18 }, simples, { cred_sn_v: 1.25, icms_v: 0 }],
  [
    'CSOSN 201',
    { icms_cst: '201', cred_sn_alq: 1.25, icms_st_mva: 40, icms_st_alq: 18 },
    simples,
    { cred_sn_v: 1.25, icms_st_v: 7.2 },
  ],
  [
    'CSOSN 300: what was typed before counts for nothing',
    { icms_cst: '300', icms_alq: 18, icms_st_alq: 18 },
    simples,
    { icms_v: 0, icms_st_v: 0 },
  ],
  [
    'CSOSN 900',
    { icms_cst: '900', icms_alq: 18, icms_red_bc: 20, cred_sn_alq: 2, fcp_alq: 2 },
    simples,
    { icms_bc: 80, icms_v: 14.4, cred_sn_v: 1.6, fcp_v: 0 },
  ],
  [
    'FCP, own and substituted',
    { icms_cst: '10', icms_alq: 12, fcp_alq: 2, icms_st_mva: 40, icms_st_alq: 18, fcp_st_alq: 2 },
    header,
    { fcp_v: 2, icms_st_v: 13.2, fcp_st_v: 0.8 },
  ],
  [
    'IPI: with freight, not less the discount, and in the base of a consumer',
    { valor_desconto: 10, valor_frete: 5, ipi_cst: '50', ipi_alq: 10, icms_cst: '00', icms_alq: 18 },
    { ...header, consumidor: true },
    { ipi_bc: 105, ipi_v: 10.5, icms_bc: 105.5, icms_v: 18.99 },
  ],
  [
    'IPI: not in the base of a taxpayer',
    { ipi_cst: '50', ipi_alq: 10, icms_cst: '00', icms_alq: 18 },
    header,
    { ipi_v: 10, icms_bc: 100 },
  ],
  ['PIS without rate', { pis_cst: '49', cofins_cst: '04', cofins_alq: 3 }, header, { pis_v: 0, pis_bc: 0, cofins_v: 0 }],
  [
    'PIS without ICMS in its base',
    { icms_cst: '00', icms_alq: 18, pis_cst: '01', pis_alq: 1.65 },
    { ...header, pis_cofins_sem_icms: true },
    { pis_bc: 82, pis_v: 1.35 },
  ],
  [
    'PIS of what is given away, while IPI and its ICMS are due: no base below zero',
    { valor_desconto: 100, ipi_cst: '50', ipi_alq: 10, icms_cst: '00', icms_alq: 18, pis_cst: '01', pis_alq: 1.65 },
    { ...header, consumidor: true, pis_cofins_sem_icms: true },
    { ipi_v: 10, icms_v: 1.8, pis_bc: 0, pis_v: 0 },
  ],
  [
    'DIFAL and FCP to a consumer in another state',
    { icms_cst: '00', icms_alq: 12, icms_uf_dest_alq: 20, fcp_uf_dest_alq: 2 },
    { ...header, uf_destinatario: 'RJ', consumidor: true, identificador_ie_dest: 9 },
    { icms_uf_dest_v: 8, fcp_uf_dest_v: 2 },
  ],
  ...([1, 2, 4] as const).map((regime): [string, Partial<NoteItem>, NoteHeader, Record<string, number>] => [
    `DIFAL of CRT ${regime}: of who pays ICMS outside of the DAS`,
    { icms_cst: '00', icms_alq: 12, icms_uf_dest_alq: 20 },
    { ...header, regime, uf_destinatario: 'RJ', consumidor: true, identificador_ie_dest: 9 },
    { icms_uf_dest_v: regime === 2 ? 8 : 0 },
  ]),
  [
    'IBS and CBS with a reduction',
    { icms_cst: '00', icms_alq: 18, ibscbs_cclasstrib: '200033' },
    header,
    { ibscbs_bc: 82, ibs_uf_v: 0.03, ibs_mun_v: 0, cbs_v: 0.3 },
  ],
  ['IBS and CBS of what is not taxed', { ibscbs_cclasstrib: '410001' }, header, { ibscbs_bc: 0, cbs_v: 0 }],
  ['IBS and CBS of the Simples Nacional', {}, simples, { ibscbs_bc: 0, cbs_v: 0 }],
])('%s', (_, item, of, expected) => {
  expect(only(item, of)).toMatchObject(expected)
})

test('tips and exports have the code of the regime that pays ICMS: above the sublimit that of the normal one', () => {
  const part = { valor: amount(10), semIcms: true, semIbsCbs: false }
  const codes = ([1, 2, 3, 4] as const).map(regime => [
    tipFields(part, { regime, classe: undefined }).icms_cst,
    exportCst(regime),
  ])
  expect(codes).toEqual([
    ['400', '300'],
    ['41', '41'],
    ['41', '41'],
    ['400', '300'],
  ])
})

test('a rate that is not known is a problem, not zero', () => {
  const problems = (item: Partial<NoteItem>, of: Partial<NoteHeader> = {}) =>
    calculateNote({ ...header, ...of }, [plain, { ...plain, ...item }], shippedLawFor({ ...header, ...of })).problems.filter(
      ({ item }) => item === 1,
    )
  expect(problems({})).toEqual([])
  expect(problems({}, { emitida_em: '2027-01-01' })).toEqual([{ item: 1, code: 'ibs-cbs-rates-unknown' }])
  expect(problems({ ibscbs_cclasstrib: '999999' })).toEqual([{ item: 1, code: 'tax-class-unknown' }])
  expect(problems({ icms_cst: '101' }, { regime: 1 })).toEqual([{ item: 1, code: 'simples-credit-missing' }])
  const consumer = { uf_destinatario: 'RJ', consumidor: true, identificador_ie_dest: 9 } as const
  expect(problems({ icms_cst: '00', icms_alq: 12 }, consumer)).toEqual([{ item: 1, code: 'destination-rate-missing' }])
})

test('rates of IBS and CBS by day', () => {
  const on = (day: string) => shippedLawOf({ day, modelo: '65', regime: 3, uf: 'SP' })
  expect(on('2025-12-31').tellsIbsCbs).toBe(false)
  expect(on('2026-06-01').rates?.pCBS.toNumber()).toBe(0.9)
  expect(on('2027-06-01').rates).toBeUndefined()
  expect(effectiveRate(amount('0.9'), amount(60)).toNumber()).toBe(0.36)
})

test('classes by the authority’s table', () => {
  const { findClass } = shippedLawOf({ day: '2026-06-01', modelo: '55', regime: 3, uf: 'SP' })
  expect(findClass('000001')).toEqual({ pRedIBS: 0, pRedCBS: 0, taxed: true })
  expect(findClass('200033')).toEqual({ pRedIBS: 60, pRedCBS: 60, taxed: true })
  expect(findClass('200003')).toEqual({ pRedIBS: 100, pRedCBS: 100, taxed: true })
  expect(findClass('410001')?.taxed).toBe(false)
  for (const unknown of ['200999', '620001', '550001', '']) expect(findClass(unknown)).toBeUndefined()
  expect(shippedLaw().classes).toHaveLength(145)
})

test('double base and the difference of rates', () => {
  expect(doubleBase(amount(100), amount(12), amount(20)).toNumber()).toBe(110)
  const split = rateDifference(amount(100), amount(18), amount(12), amount(80))
  expect([split.vICMSUFDest.toNumber(), split.vICMSUFRemet.toNumber()]).toEqual([4.8, 1.2])
})

const centsOf = (max: number) => fc.integer({ min: 0, max }).map(cents => amount(cents).div(100))

test('shares add up to the amount, none is below zero, and only items with a value have one', () => {
  fc.assert(
    fc.property(centsOf(1_000_000), fc.array(centsOf(500_000), { minLength: 1, maxLength: 40 }), (whole, values) => {
      const shares = apportion(whole, values)
      const anything = values.some(value => value.greaterThan(0))
      expect(sumOf(shares).equals(anything ? whole : 0)).toBe(true)
      for (const [at, share] of shares.entries()) {
        expect(share.isNegative()).toBe(false)
        if (values[at]?.isZero()) expect(share.isZero()).toBe(true)
      }
    }),
  )
})

test('a remainder of cents never exceeds its own item', () => {
  const shares = (whole: number, ...values: number[]) =>
    apportion(amount(whole), values.map(amount)).map(share => share.toNumber())
  expect(shares(10, 1, 1, 1)).toEqual([3.34, 3.33, 3.33])
  expect(shares(10, 1, 1, 1, 0)).toEqual([3.34, 3.33, 3.33, 0])
  expect(shares(0.02, 1, 1, 1, 1)).toEqual([0.01, 0.01, 0, 0])
  expect(shares(0.04, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.01)).toEqual([0.01, 0.01, 0.01, 0.01, 0, 0, 0, 0, 0, 0])
  // Rates of an approximate tax have four places.
  expect(shares(0.03, 13.4525, 17.5, 0)).toEqual([0.01, 0.02, 0])
})

const item = fc.record({
  quantidade: fc.integer({ min: 1000, max: 100_000 }).map(n => n / 1000),
  valor_unitario: fc.integer({ min: 10_000, max: 10_000_000 }).map(n => n / 10_000),
  icms_cst: fc.constantFrom('00', '10', '20', '30', '40', '51', '60', '70', '90'),
  icms_alq: fc.constantFrom(4, 7, 12, 18, 20.5),
  icms_red_bc: fc.constantFrom(0, 10, 33.33, 61.1111),
  icms_st_mva: fc.constantFrom(0, 40, 71.35),
  icms_st_alq: fc.constantFrom(18, 25),
  pis_cst: fc.constant('01'),
  pis_alq: fc.constantFrom(0.65, 1.65),
  cofins_cst: fc.constant('01'),
  cofins_alq: fc.constantFrom(3, 7.6),
  ipi_cst: fc.constantFrom('50', '53'),
  ipi_alq: fc.constantFrom(0, 5, 9.75),
})

test('totals are the sums of their fields, to the cent, and so is what the buyer pays', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 12 }), centsOf(50), centsOf(5_000), (items, discount, freight) => {
      const whole = calculateNote(
        { ...header, total_desconto: discount.toNumber(), total_frete: freight.toNumber() },
        items,
        shippedLawFor(header),
      )
      expect(whole.totals.total_desconto).toBe(discount.toNumber())
      expect(whole.totals.total_frete).toBe(freight.toNumber())
      const cents = (value: number): number => Math.round(value * 100)
      const sum = (read: (each: (typeof whole.items)[number]) => number): number =>
        whole.items.reduce((total, each) => total + cents(read(each)), 0)
      expect(cents(whole.totals.total_icms_v)).toBe(sum(each => each.icms_v))
      expect(cents(whole.totals.total_nota)).toBe(
        sum(each => each.valor_item) + sum(each => each.icms_st_v) + sum(each => each.ipi_v),
      )
      expect(totalItems(whole.items, shippedLawFor(header))).toEqual(whole.totals)
    }),
  )
})
