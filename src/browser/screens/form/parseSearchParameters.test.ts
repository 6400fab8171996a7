import { expect, test } from 'vitest'
import type { Field } from '../../../model/model.ts'
import { parseSearchParameters } from './parseSearchParameters.ts'

const field = (name: string, kind: Field['kind']): Field => ({
  name,
  title: name,
  kind,
  required: false,
  stored: true,
  readOnly: false,
  secret: false,
  clone: true,
  search: false,
})
const fields = [field('t', 'text'), field('reset', 'boolean'), field('codigo', 'integer')]

test.each([
  ['', {}],
  ['?t=abc&reset=true&x=1', { t: 'abc', reset: true }],
  ['?reset', { reset: true }],
  ['?reset=false', { reset: false }],
  ['?codigo=12', { codigo: 12 }],
  ['?codigo=doze', { codigo: null }],
])('%s', (search, values) => {
  expect(parseSearchParameters(fields, search)).toEqual(values)
})
