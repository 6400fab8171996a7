import { expect, test } from 'vitest'
import { cutTexts } from './cutTexts.ts'
import type { DocumentElement } from './documentElement.ts'
import { overlongText } from './overlongText.ts'

const leaf = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): DocumentElement => ({
  name,
  text,
  attributes,
  children: [],
})
const group = (name: string, ...children: readonly DocumentElement[]): DocumentElement => ({
  name,
  text: '',
  attributes: {},
  children,
})
const item = (name: string): DocumentElement => group('det', group('prod', leaf('xProd', name)))
const note = (...parts: readonly DocumentElement[]): DocumentElement => group('nfeProc', group('NFe', group('infNFe', ...parts)))

test('what has the length of its layout stays as it is', () => {
  const whole = note(
    item('A'.repeat(120)),
    group('infAdic', leaf('infCpl', `${'b'.repeat(5000)}\n`)),
    leaf('vNew', '1'.repeat(1000)),
  )
  expect(overlongText(whole)).toBeUndefined()
  expect(cutTexts(note(item('A')))).toEqual(note(item('A')))
  const short = note(item('A'))
  expect(cutTexts(short)).toBe(short)
})

test.each<[string, DocumentElement, object]>([
  ['a name', note(item('A'), item('A'.repeat(121))), { field: 'nfeProc/NFe/infNFe/det[2]/prod/xProd', most: 120 }],
  [
    'an information',
    note(group('infAdic', leaf('infCpl', 'b'.repeat(5001)))),
    { field: 'nfeProc/NFe/infNFe/infAdic/infCpl', most: 5000 },
  ],
  ['a number', note(group('ide', leaf('nNF', '9'.repeat(1001)))), { field: 'nfeProc/NFe/infNFe/ide/nNF', most: 1000 }],
  [
    'an attribute',
    note(leaf('obsCont', '', { xCampo: 'c'.repeat(1001) })),
    { field: 'nfeProc/NFe/infNFe/obsCont/@xCampo', most: 1000 },
  ],
])('%s that is longer is told with its place, and cut where it is drawn', (_, long, told) => {
  expect(overlongText(long)).toEqual(told)
  expect(overlongText(cutTexts(long))).toBeUndefined()
})

test('a signature has no text of the layout', () => {
  expect(overlongText(note(group('Signature', leaf('X509Certificate', 'M'.repeat(3000)))))).toBeUndefined()
})
