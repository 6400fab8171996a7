import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { childrenOf, type DocumentElement, textLengths } from '../../../domain/fiscal/core/public.ts'
import { decodeXml } from '../xml/decodeXml.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'

const folder = join(import.meta.dirname, '..', 'xsd')

function readSchema(file: string): DocumentElement {
  using document = parseXml(decodeXml(readFileSync(file)).text)
  return readElement(document.root)
}

/** `maxLength` or `length` of a simple type, else that of the one it restricts. */
function lengthOf(type: DocumentElement | undefined, named: ReadonlyMap<string, number>): number | undefined {
  const [restriction] = type ? childrenOf(type, 'restriction') : []
  const length = restriction?.children.find(({ name }) => name === 'maxLength' || name === 'length')
  return length ? Number(length.attributes.value) : named.get(restriction?.attributes.base ?? '')
}

function collect(element: DocumentElement, named: ReadonlyMap<string, number>, found: Map<string, number>): void {
  const { name, type } = element.attributes
  if (element.name === 'element' && name) {
    const [own] = childrenOf(element, 'simpleType')
    const length = own ? lengthOf(own, named) : named.get(type ?? '')
    if (length) found.set(name, Math.max(length, found.get(name) ?? 0))
  }
  for (const child of element.children) collect(child, named, found)
}

test('lengths of texts are those of the schemas', () => {
  const found = new Map<string, number>()
  for (const name of readdirSync(folder)) {
    const files = readdirSync(join(folder, name)).filter(file => file.endsWith('.xsd') && !file.startsWith('xmldsig'))
    const schemas = files.map(file => readSchema(join(folder, name, file)))
    const named = new Map<string, number>()
    const types = schemas.flatMap(schema => childrenOf(schema, 'simpleType'))
    // A type may restrict one that stands after it.
    for (const type of [...types, ...types]) {
      const length = lengthOf(type, named)
      if (length) named.set(type.attributes.name ?? '', length)
    }
    for (const schema of schemas) collect(schema, named, found)
  }
  const kept = Object.entries(textLengths).flatMap(([length, names]) => names.split(' ').map(name => [name, Number(length)]))
  expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(found))
})
