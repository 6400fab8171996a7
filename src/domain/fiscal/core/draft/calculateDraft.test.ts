import '../../../../../tests/fixedSeed.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shippedLawFor } from '../../rates/shippedLaw.ts'
import type { NoteHeader } from '../calculation/noteRecord.ts'
import { calculateDraft } from './calculateDraft.ts'

const header: NoteHeader = {
  emitida_em: '2026-11-23',
  regime: 3,
  uf_emitente: 'SP',
  uf_destinatario: 'SP',
  consumidor: false,
  identificador_ie_dest: 1,
  pis_cofins_sem_icms: true,
}
const codes = ['00', '10', '20', '40', '51', '70', '90', '60'] as const
const cents = (value: unknown): bigint => BigInt(Math.round(Number(value) * 100))
const rows = fc.array(
  fc.record({
    quantidade: fc.integer({ min: 1, max: 9_999_999 }).map(n => n / 10_000),
    valor_unitario: fc.integer({ min: 1, max: 999_999_999 }).map(n => n / 1_000_000),
    icms_cst: fc.constantFrom(...codes),
    icms_alq: fc.constantFrom(0, 7, 12, 18, 4.1234),
    icms_red_bc: fc.constantFrom(0, 33.33),
    icms_st_mva: fc.constantFrom(0, 50.24),
    icms_st_alq: fc.constantFrom(0, 18),
    pis_cst: fc.constantFrom('01', '06'),
    pis_alq: fc.constant(1.65),
    cofins_cst: fc.constantFrom('01', '06'),
    cofins_alq: fc.constant(7.6),
    ipi_cst: fc.constantFrom('50', '53'),
    ipi_alq: fc.constantFrom(0, 10),
  }),
  { minLength: 1, maxLength: 12 },
)

test('totals are those of the rows to the cent, whole amounts are spread without a rest, and what stands is worked out alike again', () => {
  fc.assert(
    fc.property(rows, fc.nat(100_000), fc.nat(100), (drawn, freight, discount) => {
      const of = { ...header, total_frete: freight / 100, total_desconto: discount / 100, total_seguro: 0, total_outro: 0 }
      const worked = calculateDraft({ header: of, manual: false, rows: drawn }, shippedLawFor(of))
      const sum = (name: string): bigint =>
        worked.rows.reduce((all, row) => all + cents(Object.entries(row).find(([key]) => key === name)?.[1]), 0n)
      const { totals } = worked
      for (const [at, row] of worked.rows.entries()) {
        const given = drawn[at]
        // Half up, by whole numbers: quantity has 4 decimals, the price 6.
        const exact = BigInt(Math.round((given?.quantidade ?? 0) * 1e4)) * BigInt(Math.round((given?.valor_unitario ?? 0) * 1e6))
        expect(cents(row.valor_total)).toBe((exact + 50_000_000n) / 100_000_000n)
      }
      expect(cents(totals.total_produtos)).toBe(sum('valor_total'))
      const valued = worked.rows.some(row => Number(row.valor_total) > 0)
      expect(sum('valor_frete')).toBe(valued ? BigInt(freight) : 0n)
      expect(sum('valor_desconto')).toBe(valued ? BigInt(discount) : 0n)
      expect(cents(totals.total_icms_v)).toBe(sum('icms_v'))
      const parts = ['valor_frete', 'valor_seguro', 'valor_outro', 'icms_st_v', 'fcp_st_v', 'ipi_v'].map(sum)
      expect(cents(totals.total_nota)).toBe(parts.reduce((all, part) => all + part, sum('valor_total') - sum('valor_desconto')))
      expect(calculateDraft({ header: of, manual: false, rows: worked.rows }, shippedLawFor(of))).toEqual(worked)
      expect(calculateDraft({ header: of, manual: true, rows: worked.rows }, shippedLawFor(of))).toEqual(worked)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['40', { icms_v: 0, icms_st_v: 0, cred_sn_v: 0 }],
  ['00', { icms_v: 18, icms_st_v: 0, cred_sn_v: 0 }],
  ['20', { icms_v: 9, icms_st_v: 0, cred_sn_v: 0 }],
  ['10', { icms_v: 18, icms_st_v: 9, cred_sn_v: 0 }],
  ['101', { icms_v: 0, icms_st_v: 0, cred_sn_v: 1.25 }],
])('with %s only what the code enables is worked out', (icms_cst, expected) => {
  const row = {
    quantidade: 1,
    valor_unitario: 100,
    icms_cst,
    icms_alq: 18,
    icms_red_bc: 50,
    icms_st_mva: 50,
    icms_st_alq: 18,
    cred_sn_alq: 1.25,
  }
  expect(
    calculateDraft({ header: { ...header, regime: 1 }, manual: false, rows: [row] }, shippedLawFor(header)).rows[0],
  ).toMatchObject(expected)
})
