import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { palettes, surfaces } from '../../controls/theme/palette.ts'

test('the signs of a row have the colours of the palette, in the order that the styles count on', () => {
  const picture = readFileSync(join(import.meta.dirname, 'icons.svg'), 'utf8')
  const inks = [surfaces.fg.muted, surfaces.fg.DEFAULT, palettes.danger.fg, surfaces.fg.subtle]
  const drawn = [...picture.matchAll(/<use [^>]*stroke="(#\w+)"/g)].map(([, colour]) => colour)
  expect(drawn).toEqual([...inks.map(({ light }) => light), ...inks.map(({ dark }) => dark)])
})
