import { expect, it } from 'vitest'
import { shopDefinitions, shopWithEditedText } from '../fixtures/shop.ts'
import { checkDefinitions, type DefinitionFile, readModel } from '../read.ts'
import { Memory } from './memory.ts'
import { Watch } from './watch.ts'

/** Every file in two other versions: nothing is kept of what was made of the first. */
const forget = (files: readonly DefinitionFile[]): void => {
  for (const end of ['\n', '\n\n']) checkDefinitions(files.map(({ path, text }) => ({ path, text: text + end })))
}

const without = (path: string): DefinitionFile[] => shopDefinitions.filter(file => file.path !== path)

const edits: readonly (readonly [string, readonly DefinitionFile[]])[] = [
  ['a field of a record referred to', shopWithEditedText('registers/cardapio/grupos.schema.json', '"ativo": {', '"ligado": {')],
  ['what tells the store', shopWithEditedText('registers/admin/lojas.schema.json', '"entrega": {', '"leva": {')],
  [
    'the type of a field',
    shopWithEditedText('registers/cardapio/produtos.schema.json', '"format": "percent"', '"format": "codigo"'),
  ],
  ['an option', shopWithEditedText('registers/cardapio/produtos.schema.json', '"const": 2', '"const": 3')],
  ['a register', without('registers/cardapio/grupos.schema.json')],
  ['broken JSON', shopWithEditedText('registers/cardapio/grupos.schema.json', '"title": "Grupos",', '"title": "Grupos"')],
  ...['messages/', 'permissions/', 'kinds.json', 'menu.json', 'screens/', 'imports/', 'reports/', 'filters/'].flatMap(start =>
    shopDefinitions
      .filter(({ path }) => path.startsWith(start))
      .map(({ path }): [string, readonly DefinitionFile[]] => [`without ${path}`, without(path)]),
  ),
]

it.each(edits)('after %s changed, and changed back, all is told as at the first reading', (_, changed) => {
  const told = (files: readonly DefinitionFile[]) => {
    const { model, problems, fallen } = readModel(files)
    return { checked: checkDefinitions(files), model, problems, fallen }
  }
  forget(shopDefinitions)
  const first = told(shopDefinitions)
  const after = told(changed)
  const back = told(shopDefinitions)
  forget(changed)
  expect(after).toEqual(told(changed))
  expect(back).toEqual(first)
  expect(after).not.toEqual(first)
})

it('what is made is made anew when an input or something that it read differs, and kept for who changes it back', () => {
  const watch = new Watch()
  const memory = new Memory<string>(watch)
  let made = 0
  const give = (input: string, prices: Readonly<Record<string, number>>): string => {
    const seen = watch.over('prices', prices)
    return memory.of('label', [input], () => {
      made += 1
      return `${input} ${seen.cafe} ${'cha' in seen}`
    })
  }
  const steps: readonly [string, Record<string, number>, string, number][] = [
    ['à mesa', { cafe: 5 }, 'à mesa 5 false', 1],
    ['à mesa', { cafe: 5, pao: 1 }, 'à mesa 5 false', 1],
    ['à mesa', { cafe: 6 }, 'à mesa 6 false', 2],
    ['à mesa', { cafe: 5, cha: 4 }, 'à mesa 5 true', 3],
    ['à mesa', { cafe: 6 }, 'à mesa 6 false', 3],
    ['balcão', { cafe: 6 }, 'balcão 6 false', 4],
  ]
  for (const [input, prices, expected, times] of steps) expect([give(input, prices), made]).toEqual([expected, times])
  const all = new Memory<string>(watch)
  const names = (prices: Readonly<Record<string, number>>): string => {
    const seen = watch.over('prices', prices)
    return all.of('names', [], () => Object.keys(seen).join())
  }
  expect([names({ cafe: 5 }), names({ cafe: 5, cha: 4 }), names({ cafe: 5 })]).toEqual(['cafe', 'cafe,cha', 'cafe'])
})
