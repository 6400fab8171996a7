import { afterAll, expect, test } from 'vitest'
import { noteText, type TestNote } from '../fixtures/noteText.ts'
import { taxCases } from '../fixtures/taxCases.ts'
import { testSigningKey } from '../fixtures/testSigningKey.ts'
import { SchemaValidator } from '../schema/schemaValidator.ts'
import { signDocument } from '../signature/signDocument.ts'
import { checkFile } from './checkFile.ts'

const schemas = new SchemaValidator()
afterAll(() => schemas[Symbol.dispose]())

const textOf = (note: TestNote): string => {
  const text = noteText(note)
  return text.replace('p=KEY', `p=${/Id="NFe(.{44})"/.exec(text)?.[1]}`)
}
const check = (text: string) => checkFile(schemas, 'note.xml', Buffer.from(text))

test.each(Object.entries(taxCases))(
  '%s: valid, signed, and every field equal or told as undecided',
  (_, { note, undecided = [] }) => {
    const report = check(signDocument(textOf(note), testSigningKey))
    expect(report.schema).toEqual({ valid: true, package: 'PL_010e_v1.02', problems: [] })
    const isPerson = note.issuer !== undefined
    expect(report).toMatchObject({ kind: 'NFe', keyDigit: true, signature: { valid: true } })
    // The test's certificate is a company's.
    expect(report.recalculated.differences.filter(({ path }) => !(isPerson && path.startsWith('Signature')))).toEqual([])
    expect(report.recalculated.notDecidable.map(({ path }) => path).toSorted()).toEqual([...undecided].toSorted())
    expect(report.recalculated.equal).toBeGreaterThan(15)
  },
)

/** Fields that no rule of the note decides: bases that issuers make in different ways, customs costs, payments of an NF-e. */
const free = /\/(PIS|COFINS)\/.*\/vBC$|\/II\/|detPag/

test.each(Object.entries(taxCases))(
  '%s: an amount that is a unit more is found out',
  (_, { note, undecided = [], open = [] }) => {
    const text = textOf(note)
    const before = check(text).recalculated.differences.length
    const missed: string[] = []
    for (const { index, 0: whole, 1: name = '', 2: value = '' } of text.matchAll(/<(v[A-Z]\w*)>([0-9]+\.[0-9]{2})<\/\1>/g)) {
      if (Number(value) === 0) continue
      const changed = `${text.slice(0, index)}<${name}>${(Number(value) + 1).toFixed(2)}</${name}>${text.slice(index + whole.length)}`
      if (check(changed).recalculated.differences.length > before) continue
      missed.push(pathAt(text, index, name))
    }
    const known = new Set([...undecided.map(name), ...open])
    expect(missed.filter(path => !free.test(path) && !known.has(name(path)))).toEqual([])
  },
)

const name = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Elements that are open where a text has got to. */
function pathAt(text: string, index: number, last: string): string {
  const stack: string[] = []
  for (const [, closing, opened = ''] of text.slice(0, index).matchAll(/<(\/?)(\w+)[^>]*>/g))
    if (closing) stack.pop()
    else stack.push(opened)
  return `/${[...stack, last].join('/')}`
}
