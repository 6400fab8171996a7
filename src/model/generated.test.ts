import { expect, it } from 'vitest'
import { validate } from '../generated/registers/unidades/validator.ts'

it('a precompiled validator tells the shape of a record without ajv', () => {
  expect(validate({ nome: 'un' })).toBe(true)
  expect(validate({ nome: 'x'.repeat(11) })).toBe(false)
  expect(validate.errors?.[0]).toMatchObject({ instancePath: '/nome', keyword: 'maxLength' })
  expect(validate({})).toBe(false)
})
