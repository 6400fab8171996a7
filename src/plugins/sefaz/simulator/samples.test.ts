import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type XmlDocument, XmlElement } from 'libxml2-wasm'
import { afterAll, describe, expect, test } from 'vitest'
import { withDocument } from './element.ts'
import { openSchemas } from './schemaCheck.ts'
import { checkSignature } from './signatureCheck.ts'

/** Documents of real companies: they lie beside the project, and are not part of it. */
const folder = join(import.meta.dirname, '../../../../../shared/fiscal/samples')

/** The rows of the folder's README: file, verdict of the schema, verdict of the signature. */
const rows = (): (readonly [file: string, xsd: string, signature: string])[] =>
  readFileSync(join(folder, 'README.md'), 'utf8')
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
    .filter(([, file]) => file?.endsWith('.xml'))
    .map(([, file = '', , xsd = '', signature = '']) => [file, xsd, signature])

const schemas = openSchemas('2')
afterAll(() => schemas.close())

/** The names of the elements in which messages travel. */
const carriers = '(?:nfeDadosMsg|nfeResultMsg|nfeRecepcaoEventoNFResult|nfeRecepcaoEventoResult|nfeDistDFeInteresseResult)'
const carried = new RegExp(`<(?:\\w+:)?${carriers}\\b[^>]*>\\s*(<.*>)\\s*</(?:\\w+:)?${carriers}>`, 's')

/** The message of a file: without the envelope that some have, as an authority takes it out. */
function message(file: string): string {
  const text = readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, '')
  return carried.exec(text)?.[1] ?? text.replace(/^\s+/, '')
}

/** An answer of 2017 that the schema of its day refuses; an authority of today holds all to the generic one, which takes any offset. */
const takenToday = ['evento-02-cancelamento-procEventoNFe.xml']

const signedIn = (document: XmlDocument): XmlElement | undefined => {
  const found = document.get(`//*[local-name(.)='infNFe' or local-name(.)='infEvento' or local-name(.)='infInut'][@Id]`)
  return found instanceof XmlElement ? found : undefined
}

if (!existsSync(folder)) test.skip('real documents: the folder shared/fiscal/samples is not beside the project', () => undefined)
else
  describe('the simulated authority and real documents', () => {
    test.each(rows())('%s: schema %s, signature %s', (file, xsd, signature) => {
      const [problem, code] = withDocument(message(file), document => {
        const signed = signedIn(document)
        return [schemas.check(document.root.name, document), signed && checkSignature(signed).code]
      })
      if (xsd === 'yes' || takenToday.includes(file)) expect(problem).toBeUndefined()
      else expect(problem).toEqual(expect.any(String))
      const isSigned = signature !== 'none' || /^(nfe|nfce)-/.test(file)
      if (isSigned) expect(code === undefined).toBe(signature.startsWith('verifies'))
    })
  })
