import '../../../tests/fixedSeed.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRecord } from '../../base/record.ts'
import { type LayerFiles, layerFolder, toldOf, withAcceptedLayer, withLayer } from '../fixtures/layered.ts'
import { shopDefinitions, shopWithChangedFile } from '../fixtures/shop.ts'
import { type DefinitionFile, readModel } from '../read.ts'
import { ProblemCollector } from '../source/problemCollector.ts'
import { layerSources } from './layerSources.ts'

const schema = 'registers/cardapio/produtos.schema.json'
const ui = 'registers/cardapio/produtos.ui.json'

const setAt = (
  value: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  to: unknown,
): Record<string, unknown> => {
  const held = value[first]
  return { ...value, [first]: rest.length === 0 ? to : setAt(isRecord(held) ? held : {}, rest, to) }
}

/** The definitions after a change of the product: `to` at this place of a file. */
const changed = (files: readonly DefinitionFile[], file: string, place: readonly string[], to: unknown): DefinitionFile[] =>
  files.map(each =>
    each.path === file && each.layer === undefined
      ? { ...each, text: JSON.stringify(setAt(JSON.parse(each.text), place, to), undefined, 2) }
      : each,
  )

/** Places of single words that both sides may change, each with two values that are right. */
const words: readonly (readonly [string, readonly string[]])[] = [
  ...['codigo', 'nome', 'grupoId', 'custo', 'venda', 'tipo', 'motivo', 'foto'].map(
    name => [schema, ['properties', name, 'title']] as const,
  ),
  ...['nome', 'custo'].map(name => [schema, ['properties', name, 'description']] as const),
  [schema, ['title']],
  [ui, ['list', 'order']],
  [ui, ['list', 'rowTone']],
  ['registers/cardapio/grupos.schema.json', ['title']],
  ['registers/cardapio/grupos.schema.json', ['properties', 'nome', 'title']],
  ['screens/senha.json', ['title']],
  ['messages/all.json', ['messages', 'senha-igual', 'text']],
]

const valueOf = (place: readonly string[], by: string): unknown =>
  place.at(-1) === 'order'
    ? [by === 'layer' ? 'venda DESC' : 'custo DESC']
    : place.at(-1) === 'rowTone'
      ? [{ when: by === 'layer' ? 'combo' : '!combo', tone: 'info' }]
      : `Texto ${by}`

const layerOf = (places: readonly number[]): LayerFiles => {
  const files: Record<string, Record<string, unknown>> = {
    [schema]: { properties: { x_acme_vip: { type: 'boolean', title: 'VIP', $after: 'nome' } } },
    [ui]: {
      list: {
        columns: [
          { field: 'codigo', $hidden: true },
          { field: 'x_acme_vip', $after: 'nome' },
        ],
      },
    },
  }
  for (const at of places) {
    const [file = '', place = []] = words[at] ?? []
    files[file] = setAt(files[file] ?? {}, place, valueOf(place, 'layer'))
  }
  return files
}

const productOf = (files: readonly DefinitionFile[], places: readonly number[]): DefinitionFile[] => {
  let all = [...files]
  for (const at of places) {
    const [file = '', place = []] = words[at] ?? []
    all = changed(all, file, place, valueOf(place, 'product'))
  }
  return all
}

const mergedValues = (files: readonly DefinitionFile[]): Map<string, unknown> =>
  new Map(
    layerSources(
      files.filter(({ path }) => !/sample/.test(path)),
      new ProblemCollector(),
    ).sources.map(({ path, value }) => [path, value]),
  )

const somePlaces = fc.uniqueArray(fc.nat({ max: words.length - 1 }), { maxLength: words.length })

describe('the law of layers', () => {
  test('what product and layer say of different places commutes', () => {
    fc.assert(
      fc.property(somePlaces, somePlaces, (mine, theirs) => {
        const disjoint = theirs.filter(at => !mine.includes(at))
        const layer = layerOf(mine)
        const before = mergedValues(withLayer(productOf(shopDefinitions, disjoint), layer))
        const after = [...mergedValues(withLayer(shopDefinitions, layer))].map(([path, value]) => ({
          path,
          text: JSON.stringify(value),
        }))
        expect(before).toEqual(mergedValues(productOf(after, disjoint)))
      }),
      { numRuns: 60 },
    )
  })

  test('of each place of which both speak there is one report, at the line of the layer, and the layer’s word stays in force', () => {
    fc.assert(
      fc.property(somePlaces, somePlaces, (mine, theirs) => {
        const layer = layerOf(mine)
        const accepted = withAcceptedLayer(shopDefinitions, layer)
        const read = readModel(productOf(accepted, theirs))
        const both = mine.filter(at => theirs.includes(at))
        expect(read.problems).toEqual([])
        expect(read.layers?.notices.map(({ code }) => code)).toEqual(both.map(() => 'layer-drift'))
        expect(new Set(toldOf(read)).size).toBe(both.length)
        const values = mergedValues(productOf(accepted, theirs))
        for (const at of mine) {
          const [file = '', place = []] = words[at] ?? []
          expect(place.reduce<unknown>((held, step) => (isRecord(held) ? held[step] : undefined), values.get(file))).toEqual(
            valueOf(place, 'layer'),
          )
        }
      }),
      { numRuns: 25 },
    )
  })

  test('an empty layer changes nothing, and the order of files does not matter', () => {
    const plain = readModel(shopDefinitions).model.hash
    expect(readModel(withLayer(shopDefinitions, { [schema]: {}, [ui]: {} })).model.hash).toBe(plain)
    const layered = withLayer(shopDefinitions, layerOf([0, 3]))
    expect(readModel(layered.toReversed()).model.hash).toBe(readModel(layered).model.hash)
  })
})

const columns = (value: Record<string, { columns: unknown[] }>): unknown[] => value.list?.columns ?? []

describe('what the product changes', () => {
  test.each<[string, LayerFiles, DefinitionFile[], string[]]>([
    [
      'a field goes that the layer speaks of',
      { [schema]: { properties: { foto: { title: 'Imagem' } } } },
      shopWithChangedFile(schema, ({ properties }: Record<string, Record<string, unknown>>) => delete properties?.foto),
      [`${schema}:3 layer-unknown`],
    ],
    [
      'a field is called otherwise',
      { [schema]: { properties: { foto: { title: 'Imagem' } } } },
      shopWithChangedFile(schema, ({ properties }: Record<string, Record<string, Record<string, unknown>>>) => {
        if (!properties) return
        const { foto, ...rest } = properties
        Object.assign(properties, rest, { retrato: { ...foto, was: 'foto' } })
        delete properties.foto
      }),
      [`${schema}:3 layer-renamed`],
    ],
    [
      'a column goes that the layer hides',
      { [ui]: { list: { columns: [{ field: 'codigo', $hidden: true }] } } },
      shopWithChangedFile(ui, value => columns(value).shift()),
      [`${ui}:4 layer-gone`],
    ],
    [
      'a column goes that the layer widens',
      { [ui]: { list: { columns: [{ field: 'codigo', width: 90 }] } } },
      shopWithChangedFile(ui, value => columns(value).shift()),
      [`${ui}:4 layer-drift`],
    ],
    [
      'a column goes beside which the layer places another',
      { [ui]: { list: { columns: [{ field: 'custo', $after: 'codigo' }] } } },
      shopWithChangedFile(ui, value => columns(value).shift()),
      [`${ui}:6 layer-anchor`],
    ],
    [
      'a column comes',
      { [ui]: { list: { columns: [{ field: 'nome', width: 90 }] } } },
      shopWithChangedFile(ui, value => columns(value).push('tipo')),
      [],
    ],
    [
      'it says what the layer says',
      { [schema]: { properties: { foto: { title: 'Imagem' } } } },
      shopWithChangedFile(schema, ({ properties }: Record<string, Record<string, Record<string, unknown>>>) =>
        Object.assign(properties?.foto ?? {}, { title: 'Imagem' }),
      ),
      [`${schema}:4 layer-needless`],
    ],
    [
      'it demands what the layer demands',
      { [schema]: { required: ['codigo'] } },
      shopWithChangedFile(schema, (value: Record<string, string[]>) => value.required?.push('codigo')),
      [`${schema}:3 layer-needless`],
    ],
    [
      'it narrows more than the layer',
      { [schema]: { properties: { nome: { maxLength: 40 } } } },
      shopWithChangedFile(schema, ({ properties }: Record<string, Record<string, Record<string, unknown>>>) =>
        Object.assign(properties?.nome ?? {}, { maxLength: 30 }),
      ),
      [`${schema}:4 layer-refused`],
    ],
  ])('is told once when %s', (_what, layer, product, expected) => {
    const lock = withAcceptedLayer(shopDefinitions, layer).filter(file => file.layer !== undefined)
    expect(toldOf(readModel([...product, ...lock]))).toEqual(expected.map(each => `${layerFolder}/${each}`))
  })

  test('is told three ways', () => {
    const layer = { [schema]: { properties: { nome: { title: 'Prato' } } } }
    const [notice] =
      readModel(changed(withAcceptedLayer(shopDefinitions, layer), schema, ['properties', 'nome', 'title'], 'Produto')).layers
        ?.notices ?? []
    expect(notice?.message).toContain(
      'was "Nome" (0.1.0), the product now says "Produto" (0.1.0), yours is "Prato" and stays in force',
    )
  })

  test('is a word that was never accepted, too', () => {
    const { layers } = readModel(withLayer(shopDefinitions, { [schema]: { properties: { nome: { title: 'Prato' } } } }))
    expect(layers?.notices.map(({ code, file }) => `${file} ${code}`)).toEqual([`${layerFolder}/layer.json layer-unaccepted`])
  })
})
