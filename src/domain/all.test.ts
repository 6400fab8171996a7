import { expect, test } from 'vitest'
import meta from '../../schemas/meta/register.json' with { type: 'json' }
import { compose } from '../server/compose.ts'
import { areas } from './all.ts'

test('editors complete every effect that an area declares, with what it does, and no other', () => {
  const offered = meta.$defs.effect.anyOf.flatMap(one => ('const' in one ? [one] : []))
  expect(offered.map(one => one.const).sort()).toEqual(Object.keys(compose(areas).effects).sort())
  expect(offered.filter(({ description }) => !description)).toEqual([])
})
