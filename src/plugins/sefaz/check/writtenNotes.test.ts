import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import '../../../../tests/fixedSeed.ts'
import { type NoteDocument, supplementNote, tellApproximateTaxes, writeNote } from '../../../domain/fiscal/core/public.ts'
import { normalItem, noteLines, noteOf, saidOfNote, simplesItem } from '../fixtures/randomNotes.ts'
import { testSigningKey } from '../fixtures/testSigningKey.ts'
import { SchemaValidator } from '../schema/schemaValidator.ts'
import { signDocument } from '../signature/signDocument.ts'
import { checkFile } from './checkFile.ts'

/** From any input, the text of a note is valid, signed, and right when it is calculated again. */

const schemas = new SchemaValidator()
afterAll(() => schemas[Symbol.dispose]())

const address = 'https://www.homologacao.nfce.fazenda.sp.gov.br/qrcode?p=35260912ABC34500018865001000001305181782249'

function holds(note: NoteDocument): void {
  const { text, key } = writeNote(note)
  const code = `${address.slice(0, address.indexOf('p=') + 2)}${key}|3|${note.ambiente}`
  const supplemented = note.modelo === '65' ? supplementNote(text, code, 'www.nfce.fazenda.sp.gov.br/consulta') : text
  const report = checkFile(schemas, 'note.xml', Buffer.from(signDocument(supplemented, testSigningKey)))
  expect(report.schema.problems).toEqual([])
  expect(report).toMatchObject({ model: note.modelo, key, keyDigit: true, signature: { valid: true } })
  expect(report.recalculated.differences).toEqual([])
}

test('written notes of the normal regime are valid and hold when they are worked out again', () => {
  fc.assert(
    fc.property(saidOfNote, noteLines(normalItem), (said, lines) => holds(noteOf(said, 3, lines))),
    { numRuns: 60 },
  )
})

test('written notes of the Simples Nacional are, too', () => {
  fc.assert(
    fc.property(saidOfNote, noteLines(simplesItem), (said, lines) => holds(noteOf(said, 1, lines))),
    { numRuns: 60 },
  )
})

test('a note that tells its approximate taxes sums them, before what else it says', () => {
  const rates = { nacional: 13.45, importado: 24.5, estadual: 18, municipal: 0.33 }
  const table = { ...rates, vigenciafim: '2026-08-31', chave: '3CA397', versao: '26.2.A', fonte: 'IBPT' }
  fc.assert(
    fc.property(saidOfNote, noteLines(simplesItem), (said, lines) => {
      const bare = noteOf(said, 1, lines)
      const { note, vencida_em } = tellApproximateTaxes(bare, () => table)
      holds(note)
      expect(vencida_em).toBe('2026-08-31')
      const { text } = writeNote(note)
      expect(text.match(/<vTotTrib>/g)).toHaveLength(lines.length + 1)
      expect(text).toMatch(/<infCpl>Tributos aproximados [^<]*Fonte: IBPT 26\.2\.A, chave 3CA397, vencida em 31\/08\/2026\./)
      expect(tellApproximateTaxes({ ...bare, informacao_adicional: undefined }, () => undefined).note.informacao_adicional).toBe(
        undefined,
      )
    }),
    { numRuns: 20 },
  )
})

test('a note that is issued offline says since when and why', () => {
  const [said] = fc.sample(saidOfNote, 1)
  const [lines] = fc.sample(noteLines(simplesItem), 1)
  if (!said || !lines) throw new Error('nothing was drawn')
  const contingencia = { desde: '2026-09-10T12:00:00-03:00', motivo: 'Sem resposta da autoridade fiscal' }
  const note = { ...noteOf({ ...said, modelo: '65' }, 1, lines), tipo_emissao: 9, contingencia }
  const { text, key } = writeNote(note)
  expect(key[34]).toBe('9')
  expect(text).toContain('<dhCont>2026-09-10T12:00:00-03:00</dhCont><xJust>Sem resposta da autoridade fiscal</xJust></ide>')
})
