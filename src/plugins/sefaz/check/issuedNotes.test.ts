import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import '../../../../tests/fixedSeed.ts'
import { calculateNote, type NoteHeader, type NoteItem } from '../../../domain/fiscal/core/public.ts'
import { shippedLawFor } from '../../../domain/fiscal/public.ts'
import { issuedItem } from '../fixtures/issuedItem.ts'
import { noteText } from '../fixtures/noteText.ts'
import { SchemaValidator } from '../schema/schemaValidator.ts'
import { checkFile } from './checkFile.ts'

const schemas = new SchemaValidator()
afterAll(() => schemas[Symbol.dispose]())

const rates = {
  quantidade: fc.integer({ min: 1000, max: 200_000 }).map(n => n / 1000),
  valor_unitario: fc.integer({ min: 10_000, max: 5_000_000 }).map(n => n / 10_000),
  icms_alq: fc.constantFrom(4, 7, 12, 18, 20.5),
  icms_red_bc: fc.constantFrom(0, 10, 33.33, 61.1111),
  icms_dif_alq: fc.constantFrom(10, 33.3333, 100),
  icms_st_mva: fc.constantFrom(40, 71.35, 130),
  icms_st_alq: fc.constantFrom(18, 20.5, 25),
  cred_sn_alq: fc.constantFrom(1.25, 3.99),
  pis_cst: fc.constant('01'),
  pis_alq: fc.constantFrom(0.65, 1.65),
  cofins_cst: fc.constant('01'),
  cofins_alq: fc.constantFrom(3, 7.6),
}
const normal = fc.record({
  ...rates,
  icms_cst: fc.constantFrom('00', '10', '20', '30', '40', '41', '50', '51', '60', '70', '90'),
  ipi_cst: fc.constantFrom('50', '53'),
  ipi_alq: fc.constantFrom(0, 5, 9.75),
})
const simples = fc.record({
  ...rates,
  icms_cst: fc.constantFrom('101', '102', '103', '201', '202', '203', '300', '400', '500', '900'),
})
const header = fc.record({
  emitida_em: fc.constant('2026-09-10'),
  uf_emitente: fc.constant('SP'),
  uf_destinatario: fc.constantFrom('SP', 'RJ', 'BA'),
  consumidor: fc.boolean(),
  identificador_ie_dest: fc.constant(1 as const),
  pis_cofins_sem_icms: fc.boolean(),
  total_desconto: fc.constantFrom(0, 0.07, 0.5),
  total_frete: fc.constantFrom(0, 12.34),
  total_seguro: fc.constantFrom(0, 1.01),
  total_outro: fc.constantFrom(0, 3.33),
})

/** A new note's calculation holds when the checker repeats it: in one regime, for random items. */
function holds(of: Omit<NoteHeader, 'regime'>, regime: 1 | 3, items: readonly NoteItem[]): void {
  const note = calculateNote({ ...of, regime }, items, shippedLawFor({ ...of, regime }))
  expect(note.problems).toEqual([])
  const text = noteText({
    items: items.flatMap((item, at) => {
      const amounts = note.items[at]
      return amounts ? [issuedItem(item, amounts)] : []
    }),
    crt: `${regime}`,
    to: of.uf_destinatario,
    vNF: note.totals.total_nota.toFixed(2),
  })
  const { schema, recalculated } = checkFile(schemas, 'note.xml', Buffer.from(text))
  expect(schema.problems).toEqual([expect.stringContaining('Expected is one of ( infNFeSupl, Signature )')])
  expect(recalculated.differences).toEqual([])
}

test('notes of the normal regime hold when they are worked out again', () => {
  fc.assert(
    fc.property(header, fc.array(normal, { minLength: 1, maxLength: 6 }), (of, items) => holds(of, 3, items)),
    { numRuns: 150 },
  )
})

test('notes of the Simples Nacional hold when they are worked out again', () => {
  fc.assert(
    fc.property(header, fc.array(simples, { minLength: 1, maxLength: 6 }), (of, items) => holds(of, 1, items)),
    { numRuns: 150 },
  )
})
