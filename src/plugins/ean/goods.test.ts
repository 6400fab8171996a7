import { expect, test } from 'vitest'
import { textChecks } from '../../kinds/text/checks.ts'
import { stubProducts } from './goods.ts'

test.each(stubProducts.map(good => [good.gtin, good] as const))('%s is a bar code', gtin => {
  expect(textChecks.ean(gtin)).toBe(true)
})
