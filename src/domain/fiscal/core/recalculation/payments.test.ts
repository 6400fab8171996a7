import { expect, test } from 'vitest'
import type { DocumentElement } from '../document/documentElement.ts'
import { Findings, Place } from './findings.ts'
import { checkPayments } from './payments.ts'

const element = (name: string, children: readonly DocumentElement[], text = ''): DocumentElement => ({
  name,
  text,
  children,
  attributes: {},
})

test.each([7, 70, 700])('what is withheld is looked for a few times among %i fields', count => {
  let asked = 0
  const fields = Array.from({ length: count }, (_, at) => ({
    ...element('', [], '1.00'),
    get name() {
      asked += 1
      return at === 0 ? 'vRetPIS' : `v${at}`
    },
  }))
  const findings = new Findings()
  checkPayments(new Place(element('infNFe', [element('total', [element('retTrib', fields)])]), '', findings))
  expect(asked).toBeLessThanOrEqual(count * 8)
  expect(findings.result.notDecidable.map(({ path }) => path)).toEqual(['total/retTrib/vRetPIS'])
})
