import { expect, test } from 'vitest'
import { shopDefinitions, shopWithChangedFile } from '../fixtures/shop.ts'
import type { DefinitionFile } from '../read.ts'
import { brokenPromises } from './published.ts'

const schema = 'registers/cardapio/produtos.schema.json'
const valuesOf = (files: readonly DefinitionFile[]) => files.map(({ path, text }) => ({ path, value: JSON.parse(text) }))
const before = valuesOf(shopDefinitions)

type Fields = Record<string, Record<string, Record<string, unknown>>>
const fieldsChanged = (change: (properties: Record<string, Record<string, unknown>>) => void) =>
  shopWithChangedFile(schema, (value: Fields) => change(value.properties ?? {}))

test.each<[string, DefinitionFile[], string[]]>([
  ['nothing', [...shopDefinitions], []],
  [
    'a field more, a title, a longer text',
    fieldsChanged(all => Object.assign(all, { novo: { type: 'string' }, nome: { ...all.nome, title: 'X', maxLength: 80 } })),
    [],
  ],
  ['a field that is gone', fieldsChanged(all => delete all.foto), [`${schema}#properties/foto is gone`]],
  [
    'a field that is called otherwise, and says so',
    fieldsChanged(all => {
      all.retrato = { ...all.foto, was: 'foto' }
      delete all.foto
    }),
    [],
  ],
  [
    'another type',
    fieldsChanged(all => Object.assign(all.nome ?? {}, { type: 'integer' })),
    [`${schema}#properties/nome/type was "string"`],
  ],
  [
    'a shorter text',
    fieldsChanged(all => Object.assign(all.nome ?? {}, { maxLength: 10 })),
    [`${schema}#properties/nome/maxLength was 50 and is narrower`],
  ],
  [
    'an option that is gone',
    fieldsChanged(all => Object.assign(all.tipo ?? {}, { oneOf: [{ const: 1, title: 'Venda' }] })),
    [`${schema}#properties/tipo/oneOf/2 is gone`],
  ],
  [
    'a field that is demanded',
    shopWithChangedFile(schema, (value: Record<string, string[]>) => value.required?.push('codigo')),
    [`${schema}#required demands "codigo"`],
  ],
  [
    'a name like those of layers',
    fieldsChanged(all => Object.assign(all, { x_novo: { type: 'string' } })),
    [`${schema}#properties/x_novo: names`],
  ],
  [
    'an action that is gone',
    shopWithChangedFile('registers/cardapio/produtos.ui.json', (value: Record<string, unknown[]>) => value.actions?.pop()),
    ['registers/cardapio/produtos.ui.json#actions/ver is gone'],
  ],
  [
    'a message that is gone',
    shopWithChangedFile('messages/all.json', (value: Fields) => delete value.messages?.['senha-igual']),
    ['messages/all.json#messages/senha-igual is gone'],
  ],
  [
    'a register that is gone',
    shopDefinitions.filter(({ path }) => path !== 'registers/cardapio/combos.schema.json'),
    ['registers/cardapio/combos.schema.json is gone'],
  ],
  [
    'a column that is gone',
    shopWithChangedFile('registers/cardapio/produtos.ui.json', (value: Record<string, { columns: unknown[] }>) =>
      value.list?.columns.pop(),
    ),
    [],
  ],
])('%s: what breaks layers is told once, and nothing else', (_what, now, expected) => {
  const lines = brokenPromises(before, valuesOf(now))
  expect(lines.map((line, at) => line.slice(0, expected[at]?.length ?? line.length))).toEqual(expected)
})

test('what was deprecated for a release may go', () => {
  const then = valuesOf(fieldsChanged(all => Object.assign(all.foto ?? {}, { deprecated: '0.2' })))
  expect(brokenPromises(then, valuesOf(fieldsChanged(all => delete all.foto)))).toEqual([])
})
