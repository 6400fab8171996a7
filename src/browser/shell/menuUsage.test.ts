import { expect, it } from 'vitest'
import type { MenuGroup } from '../../model/model.ts'
import { menuItemsByUse, usedMenuItems } from './menuUsage.ts'

const group = (id: string, ...paths: string[]): MenuGroup => ({
  id,
  title: id,
  icon: 'x',
  place: 'side',
  items: paths.map(path => ({ title: path, path, gate: 'logged', opens: { address: path } })),
})
const groups = [group('a', '/a1', '/a2'), group('b', '/b1', '/b2'), group('c', '/c1')]
const paths = (visits: Record<string, number>) =>
  menuItemsByUse(groups, visits)
    .slice(0, 4)
    .map(one => one.item.path)

it('starts with the first of each group', () => expect(paths({})).toEqual(['/a1', '/b1', '/c1', '/a2']))
it('names only what was really used', () => {
  expect(usedMenuItems(groups, {})).toEqual([])
  expect(usedMenuItems(groups, { '/b2': 3, '/a2': 5, '/gone': 9 }).map(one => one.item.path)).toEqual(['/a2', '/b2'])
})
it('follows what is used', () => expect(paths({ '/b2': 3, '/a2': 5, '/gone': 9 })).toEqual(['/a2', '/b2', '/a1', '/b1']))
