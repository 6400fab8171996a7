import { expect, test } from 'vitest'
import { checks } from '../../kinds/text/checks.ts'
import { goods } from './goods.ts'

test.each(goods.map(good => [good.gtin, good] as const))('%s is a bar code', gtin => {
  expect(checks.ean(gtin)).toBe(true)
})
