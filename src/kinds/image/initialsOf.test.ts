import { expect, it } from 'vitest'
import { initialsOf } from './initialsOf.ts'

it.each([
  ['Pizza de Mussarela', 'PM'],
  ['X-Bacon', 'XB'],
  ['Água Mineral sem Gás', 'ÁM'],
  ['7 Belo', '7B'],
  ['coxinha', 'C'],
  ['de', 'D'],
  ['', ''],
  ['— · —', ''],
])('%s: %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
