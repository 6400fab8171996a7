import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { SchemaValidator } from '../schema/schemaValidator.ts'
import { checkFile } from './checkFile.ts'

/** Documents of real companies: they lie beside the project, and are not part of it. */
const folder = join(import.meta.dirname, '../../../../../shared/fiscal/samples')

const schemas = new SchemaValidator()
afterAll(() => schemas[Symbol.dispose]())
const check = (file: string) => checkFile(schemas, file, readFileSync(join(folder, file)))

/** The rows of the folder's README: file, verdict of the schema, verdict of the signature. */
const rows = (): (readonly [file: string, xsd: string, signature: string])[] =>
  readFileSync(join(folder, 'README.md'), 'utf8')
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
    .filter(([, file]) => file?.endsWith('.xml'))
    .map(([, file = '', , xsd = '', signature = '']) => [file, xsd, signature])

if (!existsSync(folder)) test.skip('real documents: the folder shared/fiscal/samples is not beside the project', () => undefined)
else
  describe('real documents', () => {
    test('each has a row', () => {
      expect(rows().map(([file]) => file)).toEqual(readdirSync(folder).filter(file => file.endsWith('.xml')))
    })

    test.each(rows())('%s: schema %s, signature %s', (file, xsd, signature) => {
      const report = check(file)
      expect(report.schema.valid).toBe(xsd === 'yes')
      if (xsd === 'only Signature missing')
        expect(report.schema.problems).toEqual([expect.stringContaining('Expected is one of ( infNFeSupl, Signature )')])
      const valid = signature.startsWith('verifies') ? true : signature === 'none' ? null : false
      expect(report.signature.valid).toBe(valid)
    })

    test.each([
      'nfe-01-csosn900-8itens-cobranca.xml',
      'nfe-02-icms20-icms40-12itens.xml',
      'nfe-03-csosn103-400-202-st-23itens.xml',
      'nfe-04-icms40-rastro-lote.xml',
      'nfce-03-icms60-combustivel.xml',
    ])('%s, authorised as it is: every field that it decides is equal', file => {
      const { recalculated, keyDigit } = check(file)
      expect(keyDigit).toBe(true)
      expect(recalculated.differences).toEqual([])
      expect(recalculated.equal).toBeGreaterThan(25)
    })

    test('the inconsistent one is told field by field', () => {
      const { differences } = check('nfe-13-enviNFe-icms20-ibscbs-2026-assinada.xml').recalculated
      expect(differences.filter(({ path }) => path.startsWith('det'))).toMatchObject([
        { path: 'det[1]/imposto/ICMS/ICMS20/vBC', note: '67.00', ours: '66.67' },
        { path: 'det[1]/imposto/ICMS/ICMS20/vICMS', note: '12.00', ours: '12.06' },
        { path: 'det[1]/imposto/IPI/IPITrib/vIPI', note: '3.00', ours: '2.60' },
        { path: 'det[1]/vItem', note: '', rule: 'demanded beside IBSCBSTot (VB01-10) (rejection 1004)' },
      ])
    })

    test('the notes of a distribution are unpacked and hold', () => {
      const { documents = [] } = check('dist-01-retDistDFeInt.xml')
      expect(documents).toHaveLength(21)
      const notes = documents.filter(({ kind }) => kind === 'nfeProc')
      expect(notes.length).toBeGreaterThan(0)
      for (const note of notes)
        expect(note).toMatchObject({
          schema: { valid: true },
          signature: { valid: true },
          keyDigit: true,
          recalculated: { differences: [] },
        })
    })
  })
