import { expect, it } from 'vitest'
import { openPartOf } from './openPart.ts'

const parts = [{ id: 'dados' }, { id: 'enderecos' }, { id: 'extrato' }]

it.each([
  [undefined, 'dados'],
  ['enderecos', 'enderecos'],
  ['2', 'extrato'],
  ['0', 'dados'],
  ['9', 'dados'],
  ['nada', 'dados'],
])('%s opens %s', (tab, part) => expect(openPartOf(parts, tab)).toBe(part))
