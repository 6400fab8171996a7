import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { logoNames } from '../../controls/Logo.tsx'
import { logoOf } from './logoOf.ts'

it('the first part that a text holds tells its logo, whatever its case and accents', () => {
  const logos = { visa: 'visa', crédito: 'card' }
  expect(logoOf('CREDITO', logos)).toBe('card')
  expect(logoOf('Crédito Visa', logos)).toBe('visa')
  expect(logoOf('Fiado', logos)).toBeUndefined()
  expect(logoOf('Crédito', undefined)).toBeUndefined()
})

it('definitions may name every logo that is drawn, and no other', () => {
  const { properties } = JSON.parse(readFileSync('schemas/meta/kinds.json', 'utf8')) as {
    properties: {
      refinements: { additionalProperties: { properties: { logos: { additionalProperties: { enum: string[] } } } } }
    }
  }
  expect(properties.refinements.additionalProperties.properties.logos.additionalProperties.enum.toSorted()).toEqual(
    [...logoNames].sort(),
  )
})
