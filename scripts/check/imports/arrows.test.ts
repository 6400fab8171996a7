import { expect, test } from 'vitest'
import { codeFile } from '../codeFile.ts'
import { longFunctions } from '../sizes.ts'
import { areaArrows } from './areaArrows.ts'
import { cyclesOf } from './importCycles.ts'
import { deepImports, layerArrows } from './layerArrows.ts'
import { roomKnots } from './roomKnots.ts'
import { roomArrows } from './roomOrder.ts'

const file = (path: string, ...targets: readonly string[]) =>
  codeFile(path, targets.map(target => `import '${target}'`).join('\n'))

test('a layer imports only the layers below it, and what runs on both sides nothing of one side', () => {
  expect(layerArrows.find([file('src/model/a.ts', '../base/b.ts', '../server/c.ts', 'react')])).toEqual([
    'src/model/a.ts: model may not import server (src/server/c.ts)',
    'src/model/a.ts: model may not import react',
  ])
})

test('only a main takes in the domain, and the domain only the published face', () => {
  expect(
    layerArrows.find([file('src/main/server.ts', '../domain/all.ts'), file('src/server/app.ts', '../domain/all.ts')]),
  ).toHaveLength(1)
  expect(deepImports.find([file('src/domain/sales/a.ts', '../../server/domain.ts', '../../server/error.ts')])).toEqual([
    'src/domain/sales/a.ts: src/server/error.ts is no published face',
  ])
})

test('an area sees of another one what that publishes, when it says that it needs it', () => {
  const sales = codeFile('src/domain/sales/domain.ts', "export const sales = { name: 'sales', needs: ['people'] }")
  const part = file('src/domain/sales/a.ts', '../people/public.ts', '../people/effects/b.ts', '../stores/public.ts', './c.ts')
  expect(areaArrows.find([sales, part])).toEqual([
    'src/domain/sales/a.ts: src/domain/people/effects/b.ts is not public',
    'src/domain/sales/a.ts: the area sales does not say that it needs stores',
  ])
})

test('a room imports the rooms before it; a room without a place is told', () => {
  const files = [file('src/server/query/a.ts', '../tables/b.ts', '../write/c.ts'), file('src/server/attic/a.ts')]
  expect(roomArrows.find(files)).toEqual([
    'src/server/query/a.ts: query stands below write (src/server/write/c.ts)',
    'src/server/attic/a.ts: the room attic has no place in the order',
  ])
})

test('folders that need each other are told at every depth, with the imports that tie them', () => {
  const files = [
    file('src/domain/sales/cash/a.ts', '../intake/b.ts', '../domain.ts'),
    file('src/domain/sales/intake/b.ts', '../amounts/deep/c.ts', '../domain.ts'),
    file('src/domain/sales/amounts/deep/c.ts', '../../cash/a.ts', '../d.ts'),
    file('src/domain/sales/amounts/d.ts', './deep/c.ts'),
    file('src/domain/sales/domain.ts', './cash/a.ts'),
    file('src/domain/sales/cash/a.test.ts', '../effects/e.ts'),
    file('src/domain/sales/effects/e.ts', '../cash/a.ts'),
    file('src/browser/main.tsx', '../plugins/charts/browser.ts'),
    file('src/plugins/charts/browser.ts', '../../browser/plugin.ts'),
  ]
  expect(roomKnots.find(files)).toEqual([
    'src/domain/sales: cash -> intake -> amounts -> cash (cash/a.ts imports intake/b.ts, intake/b.ts imports amounts/deep/c.ts, amounts/deep/c.ts imports cash/a.ts)',
  ])
})

test('a cycle is told with its way round', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['b']],
    ['d', ['c']],
  ])
  expect(cyclesOf(graph)).toEqual([['b', 'c', 'b']])
})

test('a long function is named by what holds it', () => {
  const body = '\n'.repeat(81)
  expect(longFunctions.find([codeFile('src/base/a.ts', `const one = () => {${body}}`)])).toEqual([
    'src/base/a.ts:1: one has 82 lines',
  ])
})
